/**
 * Answers as the providers publish them in their documentation, of each interface whole and streamed. Where a published stream
 * leaves out events with an ellipsis, the text that is missing is put in as one event.
 */

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /chat/completions, example "Default". */
export const chatText = {
  id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
  object: "chat.completion",
  created: 1741569952,
  model: "gpt-5.4",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Hello! How can I assist you today?", refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: {
    prompt_tokens: 19,
    completion_tokens: 10,
    total_tokens: 29,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  },
  service_tier: "default",
};

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /chat/completions, example "Functions". */
export const chatFunction = {
  id: "chatcmpl-abc123",
  object: "chat.completion",
  created: 1699896916,
  model: "gpt-4o-mini",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_abc123",
            type: "function",
            function: { name: "get_current_weather", arguments: '{\n"location": "Boston, MA"\n}' },
          },
        ],
      },
      logprobs: null,
      finish_reason: "tool_calls",
    },
  ],
  usage: {
    prompt_tokens: 82,
    completion_tokens: 17,
    total_tokens: 99,
    completion_tokens_details: { reasoning_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
  },
};

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /chat/completions, example "Streaming". */
export const chatChunks = [
  {
    id: "chatcmpl-123",
    object: "chat.completion.chunk",
    created: 1694268190,
    model: "gpt-4o-mini",
    system_fingerprint: "fp_44709d6fcb",
    choices: [{ index: 0, delta: { role: "assistant", content: "" }, logprobs: null, finish_reason: null }],
  },
  {
    id: "chatcmpl-123",
    object: "chat.completion.chunk",
    created: 1694268190,
    model: "gpt-4o-mini",
    system_fingerprint: "fp_44709d6fcb",
    choices: [{ index: 0, delta: { content: "Hello" }, logprobs: null, finish_reason: null }],
  },
  {
    id: "chatcmpl-123",
    object: "chat.completion.chunk",
    created: 1694268190,
    model: "gpt-4o-mini",
    system_fingerprint: "fp_44709d6fcb",
    choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: "stop" }],
  },
];

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /responses, example "Text input". */
export const responsesText = {
  id: "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
  object: "response",
  created_at: 1741476542,
  status: "completed",
  completed_at: 1741476543,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: "gpt-5.4",
  output: [
    {
      type: "message",
      id: "msg_67ccd2bf17f0819081ff3bb2cf6508e60bb6a6b452d3795b",
      status: "completed",
      role: "assistant",
      content: [
        {
          type: "output_text",
          text: "In a peaceful grove beneath a silver moon, a unicorn named Lumina discovered a hidden pool that reflected the stars. As she dipped her horn into the water, the pool began to shimmer, revealing a pathway to a magical realm of endless night skies. Filled with wonder, Lumina whispered a wish for all who dream to find their own hidden magic, and as she glanced back, her hoofprints sparkled like stardust.",
          annotations: [],
        },
      ],
    },
  ],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1.0,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: 1.0,
  truncation: "disabled",
  usage: {
    input_tokens: 36,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 87,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 123,
  },
  user: null,
  metadata: {},
};

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /responses, example "Functions"; without the repeated tools. */
export const responsesFunction = {
  id: "resp_67ca09c5efe0819096d0511c92b8c890096610f474011cc0",
  object: "response",
  created_at: 1741294021,
  status: "completed",
  completed_at: 1741294022,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: "gpt-5.4",
  output: [
    {
      type: "function_call",
      id: "fc_67ca09c6bedc8190a7abfec07b1a1332096610f474011cc0",
      call_id: "call_unLAR8MvFNptuiZK6K6HCy5k",
      name: "get_current_weather",
      arguments: '{"location":"Boston, MA","unit":"celsius"}',
      status: "completed",
    },
  ],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1.0,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  top_p: 1.0,
  truncation: "disabled",
  usage: { input_tokens: 291, output_tokens: 23, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 314 },
  user: null,
  metadata: {},
  tools: [],
};

/** https://github.com/openai/openai-openapi, `openapi.json`, POST /responses, example "Streaming". */
export const responsesEvents = [
  {
    type: "response.created",
    response: {
      id: "resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654",
      object: "response",
      created_at: 1741290958,
      status: "in_progress",
      error: null,
      incomplete_details: null,
      instructions: "You are a helpful assistant.",
      max_output_tokens: null,
      model: "gpt-5.4",
      output: [],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: true,
      temperature: 1.0,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      top_p: 1.0,
      truncation: "disabled",
      usage: null,
      user: null,
      metadata: {},
    },
  },
  {
    type: "response.in_progress",
    response: {
      id: "resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654",
      object: "response",
      created_at: 1741290958,
      status: "in_progress",
      error: null,
      incomplete_details: null,
      instructions: "You are a helpful assistant.",
      max_output_tokens: null,
      model: "gpt-5.4",
      output: [],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: true,
      temperature: 1.0,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      top_p: 1.0,
      truncation: "disabled",
      usage: null,
      user: null,
      metadata: {},
    },
  },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: {
      id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
      type: "message",
      status: "in_progress",
      role: "assistant",
      content: [],
    },
  },
  {
    type: "response.content_part.added",
    item_id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
    output_index: 0,
    content_index: 0,
    part: { type: "output_text", text: "", annotations: [] },
  },
  {
    type: "response.output_text.delta",
    item_id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
    output_index: 0,
    content_index: 0,
    delta: "Hi",
  },
  {
    type: "response.output_text.delta",
    item_id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
    output_index: 0,
    content_index: 0,
    delta: " there! How can I assist you today?",
  },
  {
    type: "response.output_text.done",
    item_id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
    output_index: 0,
    content_index: 0,
    text: "Hi there! How can I assist you today?",
  },
  {
    type: "response.content_part.done",
    item_id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
    output_index: 0,
    content_index: 0,
    part: { type: "output_text", text: "Hi there! How can I assist you today?", annotations: [] },
  },
  {
    type: "response.output_item.done",
    output_index: 0,
    item: {
      id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text: "Hi there! How can I assist you today?", annotations: [] }],
    },
  },
  {
    type: "response.completed",
    response: {
      id: "resp_67c9fdcecf488190bdd9a0409de3a1ec07b8b0ad4e5eb654",
      object: "response",
      created_at: 1741290958,
      status: "completed",
      error: null,
      incomplete_details: null,
      instructions: "You are a helpful assistant.",
      max_output_tokens: null,
      model: "gpt-5.4",
      output: [
        {
          id: "msg_67c9fdcf37fc8190ba82116e33fb28c507b8b0ad4e5eb654",
          type: "message",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: "Hi there! How can I assist you today?", annotations: [] }],
        },
      ],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: true,
      temperature: 1.0,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      top_p: 1.0,
      truncation: "disabled",
      usage: { input_tokens: 37, output_tokens: 11, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 48 },
      user: null,
      metadata: {},
    },
  },
];

/** https://platform.claude.com/docs/en/build-with-claude/working-with-messages, "Basic request and response". */
export const anthropicText = {
  id: "msg_01XFDUDYJgAACzvnptvVoYEL",
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "Hello!" }],
  model: "claude-opus-4-8",
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 6 },
};

/** https://platform.claude.com/docs/en/api/messages, the example of a block of type `tool_use`, in the message above. */
export const anthropicFunction = {
  id: "msg_01XFDUDYJgAACzvnptvVoYEL",
  type: "message",
  role: "assistant",
  content: [
    { type: "tool_use", id: "toolu_01D7FLrfh4GYq7yT1ULFeyMV", name: "get_stock_price", input: { ticker: "^GSPC" } },
  ],
  model: "claude-opus-4-8",
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 6 },
};

/** https://platform.claude.com/docs/en/build-with-claude/streaming, "Basic streaming request". */
export const anthropicEvents = [
  {
    type: "message_start",
    message: {
      id: "msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY",
      type: "message",
      role: "assistant",
      content: [],
      model: "claude-opus-4-8",
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 25, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "ping" },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "!" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 15 } },
  { type: "message_stop" },
];

/** https://platform.claude.com/docs/en/build-with-claude/streaming, "Error events". */
export const anthropicOverloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

/** https://developers.cloudflare.com/workers-ai/features/function-calling/traditional, the answer of the example. */
export const workersAiFunction = {
  response: null,
  tool_calls: [{ arguments: { latitude: "51.5074", longitude: "-0.1278" }, name: "getWeather" }],
};

/** https://developers.cloudflare.com/workers-ai/features/json-mode, the answer of the example. */
export const workersAiJson = {
  response: {
    name: "India",
    capital: "New Delhi",
    languages: [
      "Hindi",
      "English",
      "Bengali",
      "Telugu",
      "Marathi",
      "Tamil",
      "Gujarati",
      "Urdu",
      "Kannada",
      "Odia",
      "Malayalam",
      "Punjabi",
      "Sanskrit",
    ],
  },
};
