import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Relay","description":"","frontmatter":{},"headers":[],"relativePath":"reference/schema/relay.md","filePath":"reference/schema/relay.md"}');
const _sfc_main = { name: "reference/schema/relay.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="relay" tabindex="-1">Relay <a class="header-anchor" href="#relay" aria-label="Permalink to &quot;Relay&quot;">​</a></h1><h2 id="node" tabindex="-1">Node <a class="header-anchor" href="#node" aria-label="Permalink to &quot;Node&quot;">​</a></h2><p><em>Interface</em></p><p>An object that can be fetched again by its ID.</p><table tabindex="0"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody><tr><td><code>id</code></td><td><code>ID</code>!</td><td>Globally unique, opaque and stable identifier.</td></tr></tbody></table><h2 id="pageinfo" tabindex="-1">PageInfo <a class="header-anchor" href="#pageinfo" aria-label="Permalink to &quot;PageInfo&quot;">​</a></h2><p><em>Type</em></p><p>Where a page of a connection lies.</p><table tabindex="0"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody><tr><td><code>hasNextPage</code></td><td><code>Boolean</code>!</td><td>Whether items follow the last edge of this page.</td></tr><tr><td><code>hasPreviousPage</code></td><td><code>Boolean</code>!</td><td>Whether items precede the first edge of this page. A page that was asked for with <code>after</code> says true.</td></tr><tr><td><code>startCursor</code></td><td><code>String</code></td><td>Cursor of the first edge, null for an empty page.</td></tr><tr><td><code>endCursor</code></td><td><code>String</code></td><td>Cursor of the last edge, null for an empty page.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("reference/schema/relay.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const relay = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  relay as default
};
