/** What the TCF layers need beside the light banner's styles. */
import { styles } from '../light/styles.ts';
import type { Look, Palette } from '../shapes.ts';

export const tcfStyles = (palette: Palette, look?: Look): string => `${styles(palette, look)}
.m p+p,.m ul,.m ul+p{margin-top:8px}.m ul{padding-inline-start:1.2em;list-style:disc}.m li{margin:2px 0}.m li b{color:var(--t);font-weight:650}
.i{border:0;padding:0;min-height:24px;background:none;color:var(--t);text-decoration:underline;text-underline-offset:3px;font-weight:650}
@media(min-width:600px){.f.bottom-bar{max-height:min(60vh,440px);max-width:1160px}.f:is(.box,.centre-dialog){max-height:min(640px,calc(100vh - 40px))}.f.box{width:440px}.f.centre-dialog{width:600px}}
@media(min-width:901px){.f.bottom-bar .m ul{columns:2;column-gap:32px}.f.bottom-bar .m li{break-inside:avoid}}
.g{padding:0 26px 8px;color:var(--t)}.g .i{margin-inline-start:8px}
dialog.t{width:min(760px,100% - 40px);height:min(760px,100% - 40px);max-height:none}
.tabs{display:flex;gap:4px;padding:0 26px;border-bottom:1px solid var(--l)}
.tabs button{border:0;background:none;color:var(--t);padding:8px 14px;border-radius:${look?.corners?.[1] ?? 8}px ${look?.corners?.[1] ?? 8}px 0 0;border-bottom:3px solid #0000}.tabs [aria-selected=true]{border-color:var(--b);font-weight:650}
.pane{overflow-y:auto;flex:1 1 auto;min-height:72px;padding:0 26px 16px;mask:linear-gradient(#000 calc(100% - 16px),#0000)}.pane[hidden]{display:none}
h3{font-size:1.05em;line-height:1.3;font-weight:650;margin:22px 0 4px}.pane>p{color:var(--s);margin:8px 0}
.pane>ul>li{padding:14px 0;border-top:1px solid var(--l)}.pane>ul>li:first-child{border-top:0}
.q{display:flex;gap:16px;justify-content:space-between;align-items:flex-start}.q>:first-child{min-width:0;flex:1}
.c{display:flex;gap:10px;align-items:center;justify-content:space-between;padding:6px 0;cursor:pointer}.c input{grid-row:auto;grid-column:auto}
.e{color:var(--s);font-size:.9em}
.pane details li,.pane details p{color:var(--s);font-size:.92em;padding:2px 0}.pane details ul{padding-inline-start:1.2em;list-style:disc}.pane h3.j{font-size:.95em;margin:10px 0 2px}
.s{display:block;padding:14px 0 6px}.s input{appearance:auto;-webkit-appearance:auto;display:block;width:100%;height:44px;border:1px solid var(--e);border-radius:${look?.corners?.[1] ?? 8}px;background:var(--g);color:var(--t);font:inherit;padding:6px 12px;margin-top:4px;cursor:text}.s input::before,.s input::after{content:none}
@media(min-width:600px) and (max-width:900px){.f.bottom-bar{max-height:min(70vh,560px)}}
@media(max-width:599px){.f.f{max-height:60vh;max-height:60dvh}dialog.t{width:100%;height:92%;max-height:none}.tabs,.pane,.g{padding-inline:20px}}
@media(max-height:520px){dialog.t{height:100%;max-height:100%}}`;
