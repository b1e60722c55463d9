import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"025. Usual calls of MCP tools are made without the official client","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/025-usual-calls-without-the-library.md","filePath":"decisions/025-usual-calls-without-the-library.md"}');
const _sfc_main = { name: "decisions/025-usual-calls-without-the-library.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="025-usual-calls-of-mcp-tools-are-made-without-the-official-client" tabindex="-1">025. Usual calls of MCP tools are made without the official client <a class="header-anchor" href="#025-usual-calls-of-mcp-tools-are-made-without-the-official-client" aria-label="Permalink to &quot;025. Usual calls of MCP tools are made without the official client&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A call of an MCP tool is one JSON-RPC request and one result. The official client makes a transport, timers, streams and several checks by zod around it. In a profile of 0.7.0 they took 12 % of the CPU of a short execution. The client also knows all that is rare: sessions that are gone, questions to people, streams that are resumed, refusals, odd results.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>src/tools/mcp/lean-call.ts</code> writes the request and reads the answer if both are usual: a pinned connection of a known revision, plain headers, status 200, JSON or one stream, our id, text for content, an object for output. The reader knows no other case. An answer that differs in anything is given to the official client as it came, in place of the answer to a request that is then not sent. First contacts, sessions, continuations and everything that must be encoded go to the official client from the beginning.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The judgement of an unusual answer stays the official client&#39;s, and no tool is called twice.</li><li><code>test/tools/mcp/lean-oracle.test.ts</code> gives every answer to both and compares requests and results; <code>test/e2e/tools/lean-oracle.test.ts</code> does so with servers of the registry and with the conformance suite.</li><li>A new revision of the protocol goes through the official client until <code>lean-address.ts</code> names it.</li><li>An isolate that makes only usual calls never loads the client library.</li><li>A call that is given up while it waits for a permit tells a server of the older era nothing any more: nothing was sent.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/025-usual-calls-without-the-library.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _025UsualCallsWithoutTheLibrary = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _025UsualCallsWithoutTheLibrary as default
};
