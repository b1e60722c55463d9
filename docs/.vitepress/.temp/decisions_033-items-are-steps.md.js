import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"033 Items of maps and loops are steps","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/033-items-are-steps.md","filePath":"decisions/033-items-are-steps.md"}');
const _sfc_main = { name: "decisions/033-items-are-steps.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="033-items-of-maps-and-loops-are-steps" tabindex="-1">033 Items of maps and loops are steps <a class="header-anchor" href="#033-items-of-maps-and-loops-are-steps" aria-label="Permalink to &quot;033 Items of maps and loops are steps&quot;">​</a></h1><p>A map makes the same call for each item of a list that exists only when the plan runs. A loop makes a call again until a condition is true. Both had to keep what plans here promise: the whole plan is data and checked before anything is called, its worst case is known, and a crash repeats nothing that has ended.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The plan holds one step, from which all items are made (<code>mails[]</code>). It is checked once, with the type of an item, of <code>index</code> and of <code>previous</code>.</li><li>When its turn comes, one event says how many items there are (<code>ItemsAdded</code>). The fold then appends a node for each to the graph of the running plan. An item is a step (<code>mails[3]</code>) like a child of a group: attempts, unknown outcomes, questions, artifacts, cancellation, retries and views work as they are.</li><li>A loop is the same, one item at a time. Its condition is asked when an iteration has ended and its delay has passed.</li><li>The list itself is not stored again. An item is read out of the value that the list refers to, which is parsed once while calls are in flight.</li><li>As many items are ready as may be unfinished at a time. What ends is counted, and the next becomes ready, so that no event looks through all items.</li><li>All maps and loops of a plan have 10,000 items together at most: that much state fits an object.</li></ul><h2 id="instead-of" tabindex="-1">Instead of <a class="header-anchor" href="#instead-of" aria-label="Permalink to &quot;Instead of&quot;">​</a></h2><ul><li><strong>A child execution for each item.</strong> It would need an object, a start and a report for each: three times the rows and many times the time.</li><li><strong>Expanding the plan in the caller.</strong> The list is the output of an earlier step, so nobody has it when the plan is sent.</li><li><strong>Items as values inside one step.</strong> Each would need its own attempts, questions and outcome anyway, in a second form.</li></ul><h2 id="measured" tabindex="-1">Measured <a class="header-anchor" href="#measured" aria-label="Permalink to &quot;Measured&quot;">​</a></h2><p>In plain Node a map of 10,000 items of 1 KB takes 236 µs of processor time for each item, one of 1,000 items 500 to 750 µs, and one row of the journal for each item. Folding the 10,000 items again after a crash takes 0.5 s.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/033-items-are-steps.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _033ItemsAreSteps = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _033ItemsAreSteps as default
};
