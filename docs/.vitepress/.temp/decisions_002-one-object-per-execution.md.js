import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"002. One Durable Object per execution","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/002-one-object-per-execution.md","filePath":"decisions/002-one-object-per-execution.md"}');
const _sfc_main = { name: "decisions/002-one-object-per-execution.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="002-one-durable-object-per-execution" tabindex="-1">002. One Durable Object per execution <a class="header-anchor" href="#002-one-durable-object-per-execution" aria-label="Permalink to &quot;002. One Durable Object per execution&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Durable Objects are single-threaded and have their own storage, alarm and location. An execution needs all of these. The alternative is one object that hosts many executions, which saves the start of an object but shares memory, alarm and CPU between them.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Each execution is one object, named by the hash of tenant, surface and key. A child execution, a conversation, the catalog, the tenant and the index are objects of their own. Where objects live is decided in <code>src/worker/platform/placement.ts</code> alone.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The same key finds the same execution without a lookup table, and tenants share no object.</li><li>One execution that is too large, too slow or broken disturbs no other.</li><li>Deleting an execution is deleting one object&#39;s storage, except for the tombstone.</li><li>Every execution pays for a fresh object, a table and an alarm; <a href="./../performance.html">Performance</a> has the numbers.</li><li>Nothing can be asked across executions, so lists need an object of their own (<a href="./013-lists-come-from-an-index.html">013</a>).</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/002-one-object-per-execution.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _002OneObjectPerExecution = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _002OneObjectPerExecution as default
};
