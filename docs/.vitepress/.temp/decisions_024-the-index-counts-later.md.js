import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"024. The index has one order of all states and counts later","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/024-the-index-counts-later.md","filePath":"decisions/024-the-index-counts-later.md"}');
const _sfc_main = { name: "decisions/024-the-index-counts-later.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="024-the-index-has-one-order-of-all-states-and-counts-later" tabindex="-1">024. The index has one order of all states and counts later <a class="header-anchor" href="#024-the-index-has-one-order-of-all-states-and-counts-later" aria-label="Permalink to &quot;024. The index has one order of all states and counts later&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An execution of five steps cost eight rows in the index of its tenant: its row, entries of the indexes by change, state and root, a counter of its state, its callable, and two counters of its day. These rows were a third of all that the execution wrote. A row that is written costs a thousand times as much as one that is read.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The key of an execution&#39;s row is the number of its latest change, so the rows are the feed of changes and need no index for it.</li><li>One index holds the executions of each state, roots and children apart, by time of creation. A list merges the orders that its filter leaves; an execution of known name is looked for in each of the 14.</li><li>Totals and usage are counted from the rows, 64 changes at a time. A row says until then under which state it is counted, and what its end adds to its day.</li><li>Contexts have a table of their own, which is written once, because entries of an index are written anew whenever a row has a new key.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>An execution that is announced once costs three rows, one more for each further callable, label and context, and a few rows for each 64 executions.</li><li>A page reads up to 14 rows more. A page by label, callable, context or parent reads some twenty rows for each item instead of two.</li><li>Removing an execution that is not counted yet counts all that are not.</li><li>Tables of 0.7 and 0.8 are moved in transactions of 5,000 executions. Until all are moved the index refuses calls: executions repeat their summaries anyway, and no list may be read that lacks some.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/024-the-index-counts-later.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _024TheIndexCountsLater = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _024TheIndexCountsLater as default
};
