import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"001. The journal stores events, not state","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/001-events-not-state.md","filePath":"decisions/001-events-not-state.md"}');
const _sfc_main = { name: "decisions/001-events-not-state.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="001-the-journal-stores-events-not-state" tabindex="-1">001. The journal stores events, not state <a class="header-anchor" href="#001-the-journal-stores-events-not-state" aria-label="Permalink to &quot;001. The journal stores events, not state&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An execution has to survive the loss of its process at any moment, and several readers want to know what happened: the engine itself, subscriptions, lists, webhooks, A2A clients, chat frames. Storing the current state would make each step a rewrite of one growing value, and would need a second store for the history.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>The journal has one row per event, in one append-only table. The state is the fold of the rows and is never stored. The sequence number of a row is its primary key, its event id and the cursor of subscriptions. A step that succeeds at once costs two rows, its intent and its result.</p><ul><li>A group that ends is one row without output. Its output is made from its children when it is read.</li><li>A digest is stored only for values that lie in parts (over 64 KB). A value that lies in its row is its own digest.</li><li>The text of a step is derived from the stored result, not stored.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Recovery, export, archive and every view read the same rows. A new view needs no new storage.</li><li>A row that was released has to be readable for ever, or at least by the next minor version: it carries a version and passes an upcaster.</li><li>Whoever reads state pays for the fold. It is bounded, because the plan is.</li><li>A row of an unknown kind cannot be skipped, since the state would be wrong. The execution is parked instead (<a href="./011-parked-executions-are-woken-by-the-index.html">011</a>).</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/001-events-not-state.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _001EventsNotState = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _001EventsNotState as default
};
