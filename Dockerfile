# Luvalla in one image: `docker build -t luvalla .`, then compose.yaml, or docs/installing.md.
FROM node:24-trixie-slim AS built
WORKDIR /luvalla
COPY . .
# What running needs, and what is built of it; the tools of those who change the program stay out.
RUN npm run build && rm -rf /root/.npm

FROM node:24-trixie-slim
# Chromium measures and pictures banners before they are published, and scans sites; without it publications say 'not measured'.
RUN apt-get update && apt-get install -y --no-install-recommends chromium tini fonts-noto-core && rm -rf /var/lib/apt/lists/*
WORKDIR /luvalla
COPY --from=built --chown=node:node /luvalla /luvalla
RUN install -d -o node -g node /data
USER node
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s \
	CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"
ENTRYPOINT ["tini", "--"]
CMD ["node", "start.mjs", "start"]
