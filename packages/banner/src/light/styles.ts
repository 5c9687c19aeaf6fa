/**
 * Styles of the banner, as text for a constructable style sheet: a page that forbids every style still shows it.
 * What only some templates, positions or looks need stands between marks (`@names`), and publishing leaves it out of the others.
 * Sizes are em of `font-size: medium`, so they follow the visitor's text size whatever the site sets on `html`.
 */
import type { Look, Palette } from '../shapes.ts';

export const styles = (
	p: Palette,
	{ corners: [r, q] = [14, 8], font = 'inherit' }: Look = {},
): string => `:host{all:initial!important;font-family:var(--f,${font})!important;direction:inherit!important;font-size:medium!important;--b:${p.button};--c:${p.buttonText};--g:${p.background};--t:${p.text};--s:${p.soft};--e:${p.edge};--l:${p.line}}
*{box-sizing:border-box}
h2,p,ul{margin:0;padding:0}[hidden]{display:none!important}
.f,dialog{color:var(--t);background:var(--g);line-height:1.5;overflow-wrap:break-word}
.f{position:fixed;z-index:2147483647;inset-inline:20px;bottom:20px;display:flex;font-size:.9375em;border-radius:${r}px;box-shadow:0 0 0 1px var(--l),0 12px 40px -6px #0005;animation:in .18s cubic-bezier(.2,0,0,1)}
@keyframes in{from{transform:translateY(16px);opacity:0}}
.u{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center}.u h2{flex:1 1 9em}/*@logo*/img{height:32px;width:auto;max-width:min(11em,100%);object-fit:contain}/*@*/
h2{font-size:1.2em;line-height:1.3;font-weight:650;letter-spacing:-.01em}
.m{flex:1;min-width:0;min-height:3.4em;overflow-y:auto;padding:22px 24px;color:var(--s)}.m h2{color:var(--t)}.m .u{margin-bottom:6px}.f.f .m[tabindex]{padding-bottom:16px}.m[tabindex],.l{mask:linear-gradient(#000 calc(100% - 16px),#0000)}
a{color:var(--t);text-underline-offset:3px}
.a{display:flex;flex-direction:column;justify-content:center;padding-block:22px 14px;padding-inline:0 24px;flex:none}
.r{display:flex;gap:10px}
button{font:inherit;cursor:pointer;min-height:44px;border-radius:${q}px}
.b{flex:1 1 0;min-width:9.4em;padding:6px 12px;border:2px solid var(--b);background:var(--b);color:var(--c);font-weight:650}
.b.o{background:none;color:var(--t)}
.k{align-self:center;min-width:44px;border:0;padding:6px 12px;background:none;color:var(--t);font-weight:650;text-decoration:underline;text-underline-offset:4px}
:focus-visible{outline:3px solid var(--t);outline-offset:2px}dialog:focus-visible{outline:0}
/*@bottom-bar*/.f.bottom-bar{max-width:1040px;margin-inline:auto}/*@*/
/*@box minimal-corner centre-dialog*/.f.box,.f.minimal-corner,.f.centre-dialog{flex-direction:column;inset-inline:20px auto;width:400px}
.f.minimal-corner{width:336px;font-size:.875em}
.f.centre-dialog{width:520px}
.f:is(.box,.minimal-corner,.centre-dialog) .m{padding-bottom:0}.f:is(.box,.minimal-corner,.centre-dialog) .a{padding:16px 24px 8px}/*@*/
/*@inline-strip*/.f.inline-strip{inset:auto 0 0;border-radius:0}.f.p-above{position:absolute;inset:0 0 auto;height:var(--luvalla-strip);box-shadow:0 1px 0 var(--l);animation:none}
.inline-strip .m{padding:10px 24px;align-self:center;max-height:100%}.inline-strip h2{font-size:1em}.inline-strip .u{margin:0}.inline-strip .a{flex-flow:row;align-items:center;gap:8px;padding-block:10px}/*@*/
/*@box minimal-corner centre-dialog*/.p-bottom-right:is(.box,.minimal-corner){left:auto;right:20px}.p-bottom-left:is(.box,.minimal-corner){right:auto;left:20px}/*@*/
/*@p-top*/.p-top:not(.inline-strip){bottom:auto;top:20px}/*@*/
/*@p-centre centre-dialog*/.p-centre,.f.centre-dialog{inset:auto;left:50%;top:50%;bottom:auto;max-width:calc(100vw - 40px);max-height:calc(100vh - 40px);translate:-50% -50%}/*@*/
/*@box minimal-corner centre-dialog*/.p-bottom:is(.box,.minimal-corner),.p-top:is(.box,.minimal-corner){inset-inline:0;margin-inline:auto}/*@*/
dialog{position:fixed;inset:0;margin:auto;width:min(520px,100% - 40px);max-height:min(700px,100% - 40px);padding:0;border:0;border-radius:${r}px;font-size:.9375em;box-shadow:0 20px 60px -10px #0006;display:none;flex-direction:column;animation:in .18s cubic-bezier(.2,0,0,1)}
dialog[open]{display:flex}
dialog::backdrop{background:#00000059}
dialog .u{padding:24px 26px 8px}
.n{padding:0 26px 6px;color:var(--s);font-size:.9em}
ul{list-style:none}
.l{overflow-y:auto;padding:0 26px 12px;flex:1 1 auto;min-height:72px}
.l>li{padding:14px 0;display:grid;grid-template-columns:minmax(0,1fr) fit-content(45%);gap:0 16px}.l>li+li{border-top:1px solid var(--l)}
.h{font-weight:650}.d{color:var(--s);grid-column:1}
.w{display:flex;gap:6px;align-items:center;font-weight:600;font-size:.9em}.w~.d{grid-column:1/-1}.w svg{width:16px;fill:none;stroke:currentColor;stroke-width:2;flex:none}
details{grid-column:1/-1}summary{cursor:pointer;width:fit-content;padding:5px 0;text-decoration:underline;text-underline-offset:3px;font-size:.94em;list-style:none}summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:6px;height:6px;margin:0 8px 3px;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}[open]>summary::after{transform:rotate(225deg);margin-bottom:-1px}
details li{color:var(--s);font-size:.88em;padding:3px 0}
input{appearance:none;grid-row:1/3;grid-column:2;position:relative;margin:0;width:44px;height:26px;border-radius:13px;background:var(--e);cursor:pointer;flex:none}
input::before{content:"";position:absolute;top:3px;inset-inline-start:3px;width:20px;height:20px;border-radius:50%;background:var(--g);transition:inset .12s}
input::after{content:"";position:absolute;inset-inline-start:28px;top:7px;width:5px;height:9px;border:solid var(--b);border-width:0 2px 2px 0;transform:rotate(45deg);opacity:0}
input:checked{background:var(--b)}input:checked::before{inset-inline-start:21px}input:checked::after{opacity:1}
.z{padding:14px 26px 22px;border-top:1px solid var(--l);display:grid;gap:10px}.z .b{min-width:0;width:100%}.z .r .b{width:auto}
/*@bottom-bar inline-strip*/@media(max-width:900px){.f:is(.bottom-bar,.inline-strip){flex-direction:column}.f:is(.bottom-bar,.inline-strip) .m{padding:20px 20px 0;align-self:auto}.f:is(.bottom-bar,.inline-strip) .a{padding:14px 20px 6px;flex-flow:column}}/*@*/
/*@inline-strip*/@media(max-width:900px){.f.p-above{position:fixed;inset:auto 0 0;height:auto}.f .r{align-self:stretch}}/*@*/
@media(max-width:599px){.f.f{inset:auto 0 0;width:auto;max-width:none;max-height:40vh;max-height:max(40dvh,15em);margin:0;translate:none;border-radius:${r}px ${r}px 0 0;flex-direction:column;animation-name:in;overflow-y:auto;padding-bottom:env(safe-area-inset-bottom)}.f.f .m{padding:18px 20px 0;flex:1 1 auto}.f.f h2{font-size:1.15em}.f.f .a{padding:12px 20px 2px;flex-flow:column;gap:0}.f.f .r{align-self:stretch}.b{min-width:0;padding-inline:6px}/*@logo*/img{height:28px}/*@*/
dialog{inset:auto 0 0;margin:0;width:100%;max-width:none;max-height:82%;border-radius:${r}px ${r}px 0 0}dialog .u{padding:20px 20px 6px}.l,.n{padding-inline:20px}.z{padding:12px 20px calc(18px + env(safe-area-inset-bottom))}}
@media(max-height:520px){.f.f{max-height:60vh;overflow-y:auto}.f.f .m{padding-top:10px}.f.f .a{flex-flow:row wrap;align-items:center;padding:8px 12px;gap:0 12px}.f.f .r{flex:1 1 12em}.b{min-width:0;padding-inline:4px}.k{padding:0}dialog{max-height:100%}dialog .u{padding-block:10px 4px}.z{grid-template-columns:2fr 1fr;padding:8px 12px}}
@media(max-width:319px){.r{flex-direction:column}.r .b{flex:none;width:100%}}
@media(prefers-reduced-motion:reduce){*,*::before{animation:none!important;transition:none!important}}
@media(forced-colors:active){.f,dialog,.b,input{border:1px solid}input::before{background:ButtonText}input:checked{background:Highlight}}
@media print{:host{display:none!important}}`;
