import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"028. GraphQL requests are answered without a server library","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/028-graphql-requests-without-a-server-library.md","filePath":"decisions/028-graphql-requests-without-a-server-library.md"}');
const _sfc_main = { name: "decisions/028-graphql-requests-without-a-server-library.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="028-graphql-requests-are-answered-without-a-server-library" tabindex="-1">028. GraphQL requests are answered without a server library <a class="header-anchor" href="#028-graphql-requests-are-answered-without-a-server-library" aria-label="Permalink to &quot;028. GraphQL requests are answered without a server library&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>GraphQL Yoga served the API. Nearly all that it can do was switched off or replaced: parsing of requests, limits, cost, masking, streams, cursors of subscriptions, media types and sockets were files of our own, hung into it as plugins. What was left of it was the order of the steps. For that it took a tenth of the processor time of an execution of five steps (two executors, a cache with timers, a dozen hooks for every request, each of which may be a promise) and 36 KB of the compressed bundle.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p><code>src/graph/transport/endpoint.ts</code> is the order of the steps, as a function: read, admit (<code>request-rules.ts</code>), run by the engine of graphql-js, show (<code>answer-rules.ts</code>), write (<code>response.ts</code>). Sockets use the same function without its first and last step. Valid documents are kept by their text (<code>known-documents.ts</code>), with the size of each operation where no variable changes it.</p><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The engine that runs queries is the one that runs subscriptions.</li><li>What GraphQL over HTTP demands is ours to keep: <code>test/e2e/clients/graphql-http.test.ts</code> runs the audits of the specification, <code>test/graph/transport</code> has the limits, media types and refusals, and the fuzzer sends requests of all kinds.</li><li>A document is kept when it is valid and has at most 8,000 characters; all that are kept have 400,000. Documents that came once have a place of their own, so that a caller whose documents all differ pushes out nothing of others. A document that is refused is judged anew each time; the limits bound what that takes.</li><li>A feature such as <code>@defer</code>, persisted documents or batches would be written here, or the library taken back.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/028-graphql-requests-without-a-server-library.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _028GraphqlRequestsWithoutAServerLibrary = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _028GraphqlRequestsWithoutAServerLibrary as default
};
