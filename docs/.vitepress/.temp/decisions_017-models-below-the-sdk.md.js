import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"017. The AI SDK is used below its top","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/017-models-below-the-sdk.md","filePath":"decisions/017-models-below-the-sdk.md"}');
const _sfc_main = { name: "decisions/017-models-below-the-sdk.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="017-the-ai-sdk-is-used-below-its-top" tabindex="-1">017. The AI SDK is used below its top <a class="header-anchor" href="#017-the-ai-sdk-is-used-below-its-top" aria-label="Permalink to &quot;017. The AI SDK is used below its top&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Whether a model call was sent, refused or lost decides what may be repeated and what is counted. The upper functions of the AI SDK hide what was received. Its libraries are large, and most requests call no model.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The adapter calls the providers&#39; <code>doGenerate</code> and <code>doStream</code>. Sent, refused or lost is read from the observed HTTP exchange, never from exceptions of a library.</li><li>Workers AI has a thin client of our own, because the library for it reports missing usage as 0 and a missing end as <code>stop</code>.</li><li>The adapter is loaded when the first model is called, as a module of its own of the built Worker (<a href="./023-parts-are-loaded-late.html">023</a>).</li><li>Prompts carry schemas as they are. Listing the referable fields of 200 callables took many times longer than the rest of the prompt.</li><li>The router answers JSON, not a function call: a choice among names is what answer schemas are for.</li><li>A text that is longer than 16 UTF-16 units for each token that it may have is cut. Four would do for prose, not for everything that models write.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A request without a model evaluates none of these libraries.</li><li>Providers&#39; libraries can be exchanged without changing what counts as lost.</li><li>PLAN and RESPOND are sent the same messages to the letter, so that PLAN is a prefix of RESPOND in the provider&#39;s cache.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/017-models-below-the-sdk.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _017ModelsBelowTheSdk = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _017ModelsBelowTheSdk as default
};
