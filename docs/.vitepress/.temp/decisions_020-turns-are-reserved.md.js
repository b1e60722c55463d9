import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"020. A turn of a conversation is reserved before anything is called","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/020-turns-are-reserved.md","filePath":"decisions/020-turns-are-reserved.md"}');
const _sfc_main = { name: "decisions/020-turns-are-reserved.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="020-a-turn-of-a-conversation-is-reserved-before-anything-is-called" tabindex="-1">020. A turn of a conversation is reserved before anything is called <a class="header-anchor" href="#020-a-turn-of-a-conversation-is-reserved-before-anything-is-called" aria-label="Permalink to &quot;020. A turn of a conversation is reserved before anything is called&quot;">​</a></h1><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>A conversation and the execution of a message are two objects. Both know part of the truth: the conversation knows the order of turns, the execution what was said. Either can be lost between two calls.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li>The execution decides from its state whose turn it is, has the conversation reserve it, and only then stores <code>TurnStarted</code>. The same reservation again gets the same answer.</li><li>The execution reports to its conversation from its journal, by row number, until that is acknowledged. No position is stored; the rows are neither archived nor removed before.</li><li>Until its execution has started, a message is announced to nobody. If the start is refused, the message is taken back.</li><li>An execution that ends FAILED makes no handoff, so that its conversation can go on.</li><li>The same output for a turn that still waits takes it, whatever its key; the reserved key stands. After a crash between the reservation and its row, another body is a conflict until the first one comes again.</li><li>The history is pinned only where an agent is told it. Sizes of messages are summed up beforehand, so that the end of a conversation is one range of at most 100 messages and 256 KB.</li><li>A key <code>context_variables</code> in output is dropped before the check, so that it breaks no model. Defaults of output models are filled in once output is valid, before it is stored and mapped.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><ul><li>A crash in between does no harm, whichever object is lost.</li><li>A turn costs one more call between objects.</li><li>The window holds 512 turns. What left it has ended, because a turn is reserved only when the one before is over.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/020-turns-are-reserved.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _020TurnsAreReserved = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _020TurnsAreReserved as default
};
