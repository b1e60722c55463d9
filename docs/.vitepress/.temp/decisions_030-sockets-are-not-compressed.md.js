import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"030. WebSockets are not compressed","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/030-sockets-are-not-compressed.md","filePath":"decisions/030-sockets-are-not-compressed.md"}');
const _sfc_main = { name: "decisions/030-sockets-are-not-compressed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="030-websockets-are-not-compressed" tabindex="-1">030. WebSockets are not compressed <a class="header-anchor" href="#030-websockets-are-not-compressed" aria-label="Permalink to &quot;030. WebSockets are not compressed&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>The platform compresses the messages of each WebSocket whose client offers <code>permessage-deflate</code>, as browsers and Node do. It keeps a compressor and its dictionary for each connection: 220 KB, of the 505 KB that an idle watcher took. Most watchers wait most of the time. A message that a thousand watchers receive is encoded once and was then compressed a thousand times, in the runtime&#39;s one thread.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><p>The answer to a handshake names an extension that the platform does not know (<code>src/worker/sockets/graph-socket.ts</code>). The platform then negotiates none and sends no such header. Results over Server-Sent Events and in parts were never compressed, because proxies hold compressed results back.</p><p>Considered and refused:</p><ul><li>A smaller window (<code>server_max_window_bits</code>). Half of a compressor&#39;s memory does not depend on it.</li><li>Compression without a dictionary kept from message to message. The platform keeps the memory all the same, and a message of a few hundred bytes hardly shrinks by itself (353 to 237 bytes).</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>The memory of an idle watcher is below that of the bench&#39;s floor, which leaves compression to the platform. Beside a floor that does not compress it is about twice as much, because each watcher of the product is two WebSockets: one of the client, one to the object.</li><li>A message of two events is about 350 bytes instead of 110. A replay of a long log takes three times the bytes. Whoever pays for bytes selects fewer fields, or reads pages over HTTP, which the platform compresses.</li><li>Secrets of a tenant and text that others chose are never compressed together, so the length of a message tells nothing about the one by the other.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/030-sockets-are-not-compressed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _030SocketsAreNotCompressed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _030SocketsAreNotCompressed as default
};
