/** A company's phone whose linking requires a passkey. */
import type { PasskeyDemand, SessionNews } from '../../../../src/channels/channel'
import type { PasskeyCredential } from '../../../../src/channels/passkeys/contract'
import { answerWith } from '../../../../src/simulator/linking/passkey'
import type { Simulator } from '../../../../src/simulator/simulator'
import { COMPANY, type openSession, REF, until } from '../support'
import { testbed } from '../testbed'

export type Session = ReturnType<typeof openSession>

export async function passkeyTestbed(options: Parameters<typeof openSession>[1] = {}) {
  const all = await testbed(options)
  await all.simulator.run({ do: 'setPasskey', phone: COMPANY, on: true })
  await all.simulator.run({ do: 'setHabits', phone: COMPANY, demandsPasskey: true })
  return all
}

/** The phone scans, and WhatsApp demands the passkey. */
export async function scanned({ simulator, session }: { simulator: Simulator; session: Session }) {
  await session.channel.pair(REF, { by: 'qr' })
  const qr = await until(() => session.latest()?.qrcode)
  const result = await simulator.run({ do: 'scan', phone: COMPANY, qr })
  if (result.ok || result.error !== 'passkey_required') throw new Error(JSON.stringify(result))
}

/** Waits for the demand at a stage. */
export const requireAt = (session: Session, stage: PasskeyDemand['stage']): Promise<PasskeyDemand> =>
  until(
    () => {
      const demand = session.channel.passkey(REF)
      return demand?.stage === stage && (stage !== 'demanded' || demand.options) ? demand : null
    },
    10_000,
    () => `${stage}: ${JSON.stringify(session.latest())}`,
  )

/** The response of a browser with the phone's passkey. */
export async function answerOf(simulator: Simulator): Promise<PasskeyCredential> {
  const result = await simulator.run({ do: 'answerPasskey', phone: COMPANY })
  if (!result.ok || !result.text) throw new Error(JSON.stringify(result))
  return JSON.parse(result.text) as PasskeyCredential // made by the simulator
}

export { answerWith }

/** Expects the session to end in its initial state, with this reason. */
export async function endsWith(session: Session, reason: string): Promise<SessionNews> {
  await until(
    () => session.latest()?.status === 'DISCONNECTED',
    10_000,
    () => JSON.stringify(session.latest()),
  )
  const latest = session.latest()
  if (latest?.reason !== reason) throw new Error(`${latest?.reason} instead of ${reason}`)
  return latest
}
