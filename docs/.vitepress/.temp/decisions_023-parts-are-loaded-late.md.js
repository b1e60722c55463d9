import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"023. Parts that a plain execution does not need are loaded late","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/023-parts-are-loaded-late.md","filePath":"decisions/023-parts-are-loaded-late.md"}');
const _sfc_main = { name: "decisions/023-parts-are-loaded-late.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="023-parts-that-a-plain-execution-does-not-need-are-loaded-late" tabindex="-1">023. Parts that a plain execution does not need are loaded late <a class="header-anchor" href="#023-parts-that-a-plain-execution-does-not-need-are-loaded-late" aria-label="Permalink to &quot;023. Parts that a plain execution does not need are loaded late&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The runtime compiles a module when it is first imported. As one bundle, the Worker made every isolate compile model adapters, A2A, both MCP libraries and the reader of tokens before the first request, although most isolates never use them. A bundler that writes one file cannot separate them: an <code>import()</code> is then a function in the same file.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>scripts/build/worker.mjs</code> builds the Worker with esbuild into <code>dist/worker</code>, in modules, and <code>wrangler.toml</code> uploads them as they are. A part is loaded late by an <code>import()</code> where it is first needed: the model adapter, the routes of A2A and MCP, the clients of MCP and A2A, the reader of tokens, the text of the schema. The libraries that are loaded late have their own copy of zod: an export that anybody uses stays in the module that all share, and the Worker itself uses a quarter of it.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>Of 908 KB of compressed code, 450 KB are loaded before the first request. A test holds them under 500 KB.</li><li>The first call of each kind in an isolate pays for its part.</li><li>The code that runs is minified. Source maps are uploaded with it, so that stack traces name the source.</li><li>Tests of the real Worker, the crash tests and the bench build with the same script.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/023-parts-are-loaded-late.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _023PartsAreLoadedLate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _023PartsAreLoadedLate as default
};
