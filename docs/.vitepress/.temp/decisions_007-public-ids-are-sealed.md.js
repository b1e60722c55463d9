import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"007. Public ids are sealed","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/007-public-ids-are-sealed.md","filePath":"decisions/007-public-ids-are-sealed.md"}');
const _sfc_main = { name: "decisions/007-public-ids-are-sealed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="007-public-ids-are-sealed" tabindex="-1">007. Public ids are sealed <a class="header-anchor" href="#007-public-ids-are-sealed" aria-label="Permalink to &quot;007. Public ids are sealed&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>An id that a client sends names a Durable Object, and asking an object creates it. A guessed or forged id would wake objects, cost storage operations, and could name another tenant&#39;s execution.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>Public ids are encrypted and authenticated by AES-SIV (RFC 5297, from <code>@noble/ciphers</code>) under a secret of the deployment (<code>src/worker/platform/sealed-id.ts</code>), together with the tenant. Equal text gives an equal id, so no nonce and no table are needed. Links to artifacts and A2A task ids are sealed too, and no id can be mistaken for one of another kind.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A forged id, or that of another tenant, is <code>null</code> or <code>NOT_FOUND</code>, and wakes nothing.</li><li>The Worker learns everything that it needs to address an object from the id alone.</li><li>Ids cannot be read or made outside of the deployment. Whoever loses the secret loses the ids.</li><li>Versions up to 0.8.0 sealed by HMAC-SHA256 and AES-CTR. Such ids stay readable: an id that AES-SIV does not open is tried that way.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/007-public-ids-are-sealed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _007PublicIdsAreSealed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _007PublicIdsAreSealed as default
};
