/** The questions of the execution to people, and the link to their answers. */
import { elapsed, instant, now } from "../../api/clock.ts";
import { addressSentence, refusalWords } from "../../parts/address-words.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { countdown } from "../../parts/numbers.ts";
import { inboxAddress } from "../../shell/route.ts";
import type { ExecutionHead } from "../store/execution-model.ts";

export interface ChatWaitingProps {
  readonly asked: ExecutionHead["pendingHumanInputs"][number];
}

export function ChatWaiting({ asked }: ChatWaitingProps) {
  const expiresAt = instant(asked.expiresAt);
  const address = refusalWords(asked) ?? addressSentence(asked);
  return (
    <section class="ask-card" aria-label="Waits for a person">
      <div>
        <span class="st st-waiting">
          <Icon name="waiting" />
          Waits for a person
        </span>
        <p>
          <InertText text={asked.prompt} limit={400} />{" "}
          {expiresAt !== null && <span class="soft">{countdown(elapsed(now.value, expiresAt))} left.</span>}
        </p>
        {address !== null && <p class="soft small">{address}</p>}
      </div>
      <a class="btn" href={inboxAddress(asked.id)}>
        Review
      </a>
    </section>
  );
}
