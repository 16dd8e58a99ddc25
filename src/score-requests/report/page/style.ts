import { tokens } from '../../../platform/pages/tokens.js'

/**
 * The complete style, since the page loads no file: first the style that all our pages share, then that of the report
 * with six colours for drawings.
 */
export const style = `
${tokens}
:root {
  --good: var(--leaf); --fair: var(--shell); --poor: var(--clay);
  --good-ground: var(--leaf-ground); --fair-ground: var(--shell-ground); --poor-ground: var(--clay-ground); --plain-ground: var(--sea-ground);
  --s1: light-dark(#123c4a, #5fb3c8); --s2: light-dark(#b3761c, #e0a94a); --s3: light-dark(#1d6b45, #6fcf9b);
  --s4: light-dark(#7a4b8c, #c79bd8); --s5: light-dark(#2f7fb5, #8fb8f0); --s6: light-dark(#7b8990, #9aa8ae);
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.45 var(--sans);
}
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--s2); outline-offset: 2px; border-radius: 2px; }
.hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--panel); z-index: 1; }
.head { background: var(--head); color: var(--on-head); border-bottom: 3px solid var(--gold); }
.head > div, main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1rem; }
.head > div { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding-block: .9rem; }
.head .sign { width: 1.9rem; height: 2.5rem; flex: none; }
.head p { margin: 0; }
.head .brand { font-weight: 700; font-size: var(--text-3); }
.head .brand span { color: var(--on-head-soft); font-weight: 400; font-size: 1rem; }
.head .links { margin-left: auto; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.head a { color: var(--on-head); padding: .55rem 0; text-decoration: none; }
.head .pdf { padding-inline: .9rem; border: 1px solid var(--on-head-soft); border-radius: 6px; }
.head a:hover { text-decoration: underline; }
h1 { margin: 1.4rem 0 .2rem; font-size: var(--text-4); line-height: 1.2; overflow-wrap: anywhere; }
.about { margin: 0 0 .4rem; display: flex; flex-wrap: wrap; gap: .1rem 1.4rem; color: var(--soft); font-size: var(--text-2); }
.about div { display: flex; gap: .35rem; }
.about dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
main p { overflow-wrap: anywhere; }
.note { color: var(--soft); font-size: var(--text-2); margin: .2rem 0 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .8rem 0 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .3rem 0; }
.part { margin: 2.4rem 0 0; padding-top: .6rem; border-top: 3px solid var(--head); font-size: var(--text-4); }
.section { margin: 1.8rem 0 .7rem; font-size: var(--text-3); line-height: 1.3; }
.grid { display: flex; flex-wrap: wrap; gap: .8rem; }
.card {
  flex: 1 1 9.6rem; display: flex; flex-direction: column; min-width: min-content; max-width: 100%; padding: .75rem .85rem .6rem; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px;
}
.card > :last-child { margin-top: auto; }
.title { margin: 0 0 .25rem; font-size: var(--text-2); font-weight: 600; color: var(--soft); line-height: 1.35; }
.value { margin: 0 0 .5rem; font-size: var(--text-4); font-weight: 700; line-height: 1.2; overflow-wrap: anywhere; }
.with-gauge .value { font-size: var(--text-5); }
.absent, .value.absent { font-weight: 400; color: var(--soft); font-size: var(--text-3); }
.two { display: flex; flex-wrap: wrap; gap: .35rem 1rem; margin: 0 0 .5rem; }
.two div { flex: 1 1 7.6rem; }
.two dt, .texts dt { font-size: var(--text-1); color: var(--soft); }
.two dd { margin: 0; font-size: var(--text-3); font-weight: 700; overflow-wrap: break-word; line-height: 1.25; }
.two dd.absent { font-size: 1rem; font-weight: 400; }
.texts { margin: 0 0 .5rem; display: grid; gap: .25rem; }
.texts div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.texts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.texts dd.absent { font-size: 1rem; }
.unbroken { white-space: nowrap; }
.line { margin: 0 0 .5rem; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
.block { margin: 0 0 .5rem; padding: 0; list-style: none; overflow-wrap: anywhere; }
.block li + li { margin-top: .3rem; }
.tags, .pills { display: flex; flex-wrap: wrap; gap: .4rem; margin: .15rem 0 .6rem; padding: 0; list-style: none; }
.tags li {
  padding: .25rem .7rem; border-radius: 5px; background: var(--plain-ground); font-weight: 600; overflow-wrap: anywhere;
}
.tags .good { background: var(--good-ground); color: var(--good); }
.tags .fair { background: var(--fair-ground); color: var(--fair); }
.tags .poor { background: var(--poor-ground); color: var(--poor); }
.pills li {
  display: inline-flex; gap: .4rem; align-items: center; padding: .2rem .75rem; border-radius: 99px;
  border: 1px solid var(--line); color: var(--soft);
}
.pills .yes { border-color: var(--s1); background: var(--plain-ground); color: var(--ink); font-weight: 600; }
.pills svg { width: .8rem; height: .8rem; flex: none; }
.pills path { fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
figure { margin: 0; }
.card figure svg, .gauge svg { display: block; width: 100%; max-width: 30rem; height: auto; margin: .3rem 0; }
.pie figure { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.4rem; }
.pie figure svg { width: 11rem; }
.legend { margin: .2rem 0; padding: 0; list-style: none; font-size: var(--text-2); }
.bar_chart_grouped .legend { display: flex; gap: 1.2rem; }
.pie .legend { flex: 1 1 10rem; }
.legend li { display: flex; align-items: baseline; gap: .5rem; }
.legend b { margin-left: auto; }
.card .legend svg { width: .8rem; height: .8rem; flex: none; margin: 0; }
details { margin-top: .1rem; font-size: var(--text-2); }
summary { width: fit-content; padding: .2rem 0; color: var(--link); cursor: pointer; }
summary:hover { text-decoration: underline; }
details p, details dl { margin: .15rem 0 .5rem; }
details dt { font-weight: 600; }
details dd { margin: 0 0 .35rem; color: var(--soft); }
details p { color: var(--soft); }
.scroll { overflow-x: auto; contain: inline-size; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem .3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
td.number, th.number { text-align: right; white-space: nowrap; }
footer { margin-block: 2rem; color: var(--soft); font-size: var(--text-1); }
.state { max-width: 44rem; margin: 1.5rem 0; padding: 1.2rem; background: var(--panel); border: 1px solid var(--line); border-left: 6px solid var(--s2); border-radius: 8px; }
.state h2 { margin: 0 0 .4rem; }
.state p { margin: .3rem 0; }
.verdict { max-width: 44rem; margin: 1.2rem 0; padding: 1rem 1.2rem; background: var(--panel); border: 1px solid var(--line); border-left: 6px solid var(--s2); border-radius: 8px; }
.verdict.good { border-left-color: var(--good); } .verdict.fair { border-left-color: var(--fair); } .verdict.poor { border-left-color: var(--poor); }
.verdict h2, .verdict h3 { margin: 0 0 .3rem; font-size: var(--text-4); line-height: 1.25; }
.verdict.good :is(h2, h3) { color: var(--good); } .verdict.fair :is(h2, h3) { color: var(--fair); } .verdict.poor :is(h2, h3) { color: var(--poor); }
.verdict p { margin: .3rem 0; } .verdict ul { margin: .2rem 0 0; padding-left: 1.2rem; }
.bold { font-weight: 700; }
${['ink', 'soft', 'line', 'panel', 'good', 'fair', 'poor', 's1', 's2', 's3', 's4', 's5', 's6']
  .map((tone) => `.f-${tone} { fill: var(--${tone}); } .l-${tone} { stroke: var(--${tone}); }`)
  .join('\n')}
.bar_horizontal rect.f-line { fill: var(--plain-ground); }
.piece { stroke: var(--panel); stroke-width: 1.5; }
.with-gauge, .text_block, .pie, .bar, .bar_chart_grouped, .bar_horizontal, .pill { flex-basis: 100%; }
.text.several { flex-basis: 15rem; }
@media screen and (max-width: 40rem) {
  .explained tr { display: grid; grid-template-columns: minmax(0, 1fr) 3.6rem 5.2rem 5rem; border-top: 1px solid var(--line); }
  .explained th, .explained td { border: 0; padding-right: .4rem; }
  .explained td:last-child { grid-column: 1 / -1; padding-top: 0; color: var(--soft); }
  .explained thead th:last-child { display: none; }
}
@media (min-width: 40rem) {
  .card { flex-basis: 15rem; }
  .with-gauge, .text_block, .pie, .bar, .bar_chart_grouped, .bar_horizontal, .pill.many { flex: 2 1 29rem; }
}
@media (min-width: 60rem) {
  .explained { flex-basis: 100%; display: grid; grid-template-columns: 24rem minmax(0, 1fr); gap: 0 2rem; }
  .explained .title { grid-column: span 2; }
}
@media print {
  @page { margin: 14mm; }
  :root { color-scheme: light; --ground: #ffffff; }
  body { font-size: 10pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .head a, nav, .skip { display: none; }
  main, footer, .head > div { max-width: none; padding-inline: 0; }
  .head > div { padding-inline: .8rem; }
  .grid { gap: .4rem; }
  .card { flex: 1 1 30%; }
  .with-gauge, .text_block, .pie, .bar, .bar_chart_grouped, .bar_horizontal, .pill.many { flex: 1 1 45%; }
  .card > :last-child { margin-top: 0; }
  .explained { flex-basis: 100%; display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 0 1rem; }
  .explained .title { grid-column: span 2; }
  .card { break-inside: avoid; padding: .5rem .7rem; }
  .value { font-size: var(--text-3); } .with-gauge .value { font-size: var(--text-4); }
  .section, .part { break-after: avoid; }
  .verdict { break-inside: avoid; }
  .card figure svg, .gauge svg { max-width: 26rem; }
  summary { display: none; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  details { font-size: var(--text-1); }
}
`
