import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"018. Caps of a tenant cost only those who use them","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/018-caps-cost-only-who-uses-them.md","filePath":"decisions/018-caps-cost-only-who-uses-them.md"}');
const _sfc_main = { name: "decisions/018-caps-cost-only-who-uses-them.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="018-caps-of-a-tenant-cost-only-those-who-use-them" tabindex="-1">018. Caps of a tenant cost only those who use them <a class="header-anchor" href="#018-caps-of-a-tenant-cost-only-those-who-use-them" aria-label="Permalink to &quot;018. Caps of a tenant cost only those who use them&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A cap on running executions of a tenant, a monthly budget and a bound on subscriptions each need a place that counts. Asking the tenant&#39;s object costs a call and a row for each execution.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>Caps of a tenant are off unless they are configured. With one, an execution asks for a lease while it starts, until it wakes next plus two minutes, so that waiting for a week costs one call. What runs is never stopped for want of a lease.</li><li>The tenant&#39;s object is asked before a model call only where a monthly bound is configured.</li><li>Subscriptions are counted for each isolate, by tenant and by address. A count for the whole world would cost a call for each subscription; each object bounds its own watchers at 5,000.</li><li>Requests of an isolate share values (API keys for 5 s, the issuer&#39;s keys for 10 minutes), never promises: the platform forbids waiting for another request&#39;s work.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A deployment with one tenant pays nothing for limits that it does not need.</li><li>A revoked key works for up to 5 s.</li><li>The number of subscriptions of a tenant is bounded for each isolate, not for the world.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/018-caps-cost-only-who-uses-them.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _018CapsCostOnlyWhoUsesThem = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _018CapsCostOnlyWhoUsesThem as default
};
