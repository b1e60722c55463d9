import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"013. Lists come from an index object","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/013-lists-come-from-an-index.md","filePath":"decisions/013-lists-come-from-an-index.md"}');
const _sfc_main = { name: "decisions/013-lists-come-from-an-index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="013-lists-come-from-an-index-object" tabindex="-1">013. Lists come from an index object <a class="header-anchor" href="#013-lists-come-from-an-index-object" aria-label="Permalink to &quot;013. Lists come from an index object&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Executions are objects of their own and cannot be queried together. The dashboard and the API list them with filters, follow changes and count usage, and a list must not wake what it lists.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Each tenant has an index object. An execution sends it one summary when it changes, at most once a second, until it is acknowledged. Only higher revisions apply.</p><ul><li>The index has an order of its own for each filter, so no single filter scans what it leaves out. It answers in SQL and the feed of changes by predicate; a property test holds the two together.</li><li>It hears of every change except streamed text, which changes nothing that it lists. A summary is made when it is sent, because most are overtaken before that.</li><li>The position of what was sent is not stored. While a summary is unacknowledged the alarm stays set, and whoever wakes sends again. An execution that ends within a second is announced once.</li><li>Usage is counted once for each execution, in the transaction that makes its row final for the first time.</li><li>Listed summaries leave out the names of callables; the index keeps them to be searched.</li><li>The feed of changes is compacted: each row carries its latest change number, so a page holds each execution once, at its latest state. The newest 10,000 removals are kept; a watcher from before that, or of another epoch, receives a <code>gap</code>.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A list is late by up to a second and never wrong for good.</li><li>Repeats, late arrivals and a rebuild count nothing twice; deleting an execution changes no usage.</li><li>Histogram bounds of durations never change, because bucket numbers are stored.</li><li>The index of a large tenant is the one object that grows; <a href="./../scale.html">Scale</a> measures it.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/013-lists-come-from-an-index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _013ListsComeFromAnIndex = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _013ListsComeFromAnIndex as default
};
