/** Signing in, above the current page: nothing of it is lost, and it continues where it was. */
import { useState } from "preact/hooks";
import { credential, refusal, signIn } from "../api/session.ts";
import { Dialog } from "../parts/dialog.tsx";
import { LineField } from "../parts/field.tsx";
import { InertText } from "../parts/inert-text.tsx";

export function SignIn() {
  const why = refusal.value;
  const [token, setToken] = useState("");
  const [tenant, setTenant] = useState("");
  if (why === null) return null;
  return (
    <Dialog title="Sign in" closable={false} onClose={() => undefined}>
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() === "") return;
          signIn({ token: token.trim(), tenant: tenant.trim() });
          setToken("");
        }}
      >
        <p>
          {credential.value === null ? (
            "This server answers only those who say who they are."
          ) : (
            <>
              What the page was signed in with is not accepted (any more): <InertText text={why} />
            </>
          )}
        </p>
        <LineField
          id="token"
          label="API key or token"
          hint="Kept for this tab alone, sent in a header."
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={token}
          onText={setToken}
        />
        <LineField
          id="tenant"
          label={
            <>
              Tenant <span class="req">only for the operator of the deployment</span>
            </>
          }
          autocomplete="off"
          spellcheck={false}
          value={tenant}
          onText={setTenant}
        />
        <button class="btn primary" type="submit">
          Sign in
        </button>
      </form>
    </Dialog>
  );
}
