/** Passkeys: the browser's authenticator signs the server's challenge; the private key never leaves it. */
import type { AddPasskey, PasskeyChallenge, UsePasskey } from "../protocol";
import { bytesOf, textOf } from "./base64url";

/** The user or the browser refused. */
export class Declined extends Error {}

/** Whether this page can use passkeys: they need a secure context and a host name. */
export function canPasskey(host = location.hostname): boolean {
  const number = /^[\d.]+$|:|^\[/.test(host);
  return isSecureContext && !number && "PublicKeyCredential" in window;
}

async function credential(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await asking.catch(() => null);
  if (!(found instanceof PublicKeyCredential)) throw new Declined();
  return found;
}

const named = (id: string): PublicKeyCredentialDescriptor => ({ type: "public-key", id: bytesOf(id) });

/** Create a passkey for the account with this name. */
export async function makePasskey(asked: PasskeyChallenge, name: string): Promise<Omit<AddPasskey, "label">> {
  const made = await credential(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.rp, name: "Semafor" },
        user: { id: bytesOf(asked.user), name, displayName: name },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: asked.known.map(named),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    }),
  );
  const told = made.response as AuthenticatorAttestationResponse;
  return { credential: textOf(made.rawId), client_data: textOf(told.clientDataJSON), attestation: textOf(told.attestationObject) };
}

/** Sign with a passkey of this server that the user chooses. */
export async function usePasskey(asked: PasskeyChallenge): Promise<Omit<UsePasskey, "device">> {
  const used = await credential(
    navigator.credentials.get({ publicKey: { challenge: bytesOf(asked.challenge), rpId: asked.rp, userVerification: "required" } }),
  );
  const told = used.response as AuthenticatorAssertionResponse;
  if (!told.userHandle) throw new Declined();
  return {
    credential: textOf(used.rawId),
    client_data: textOf(told.clientDataJSON),
    authenticator_data: textOf(told.authenticatorData),
    signature: textOf(told.signature),
    user: textOf(told.userHandle),
  };
}
