/**
 * Access to WhatsApp's passkey request: for the person who links the number, and for the visitor who opened their link.
 */

import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { defineService } from '../../platform/module'
import { type Channel, type ConnectionRef, keyOf, type PasskeyDemand } from '../channel'
import { findConnection } from '../connections/queries'
import { refIn } from '../sessions/states'
import type { LinkState, PasskeyCredential, PasskeyLink, PasskeyState } from './contract'
import { passkeyErrors } from './errors'
import { createLinks, type SharedLink } from './links'

declare module '../../platform/module' {
  interface Services {
    readonly passkeys: Passkeys
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

type Deps = {
  readonly channel: Pick<Channel, 'passkey'>
  clock(): number
  cxOf(tenantUuid: string): Cx
  companyNameOf(tenantUuid: string): string
}

export function createPasskeys({ channel, clock, cxOf, companyNameOf }: Deps) {
  /** The person who requested the code that is scanned, by connection. */
  const owners = new Map<string, number>()
  const links = createLinks(clock)

  const isOwner = (ref: ConnectionRef, { userId }: Actor) => owners.get(keyOf(ref)) === userId
  const demandOf = (ref: ConnectionRef): PasskeyDemand =>
    channel.passkey(ref) ?? fail(passkeyErrors.ERR_NO_PASSKEY_DEMANDED)
  function ownDemand(cx: Cx, actor: Actor, id: number): PasskeyDemand {
    const ref = refIn(cx, id)
    const demand = demandOf(ref)
    return isOwner(ref, actor) ? demand : fail(passkeyErrors.ERR_PASSKEY_OF_ANOTHER)
  }
  const linkOf = (key: string): SharedLink => links.byKey(key) ?? fail(passkeyErrors.ERR_PASSKEY_LINK)
  /** Undefined: the link's request is over. */
  const sharedDemand = ({ ref, demandId }: SharedLink): PasskeyDemand | undefined => {
    const demand = channel.passkey(ref)
    return demand?.id === demandId ? demand : undefined
  }
  const requireByLink = (key: string): PasskeyDemand =>
    sharedDemand(linkOf(key)) ?? fail(passkeyErrors.ERR_PASSKEY_NOT_AWAITED)

  return {
    /** Called when a person requests a code: the demand that follows its scan is for them. */
    begins: (cx: Cx, actor: Actor, id: number) => void owners.set(keyOf(refIn(cx, id)), actor.userId),

    stateFor(cx: Cx, actor: Actor, id: number): PasskeyState {
      const ref = refIn(cx, id)
      const { id: demandId, stage, options, expiresAt, code, wasRefused } = demandOf(ref)
      const mine = isOwner(ref, actor)
      const link = links.of(ref)
      return {
        stage,
        options: mine ? options : null,
        expiresAt: instant(expiresAt),
        code: mine ? code : null,
        reason: wasRefused ? 'refused' : null,
        mine,
        link: mine && link?.demandId === demandId ? shownLink(link) : null,
      }
    },

    answer: (cx: Cx, actor: Actor, { id, credential }: { id: number; credential: PasskeyCredential }) =>
      answer(ownDemand(cx, actor, id), credential),
    compare: (cx: Cx, actor: Actor, { id, same }: { id: number; same: boolean }) =>
      compare(ownDemand(cx, actor, id), same),
    giveUp: (cx: Cx, actor: Actor, id: number) => ownDemand(cx, actor, id).giveUp(),

    share(cx: Cx, actor: Actor, id: number): PasskeyLink {
      const { id: demandId, expiresAt: until } = ownDemand(cx, actor, id)
      const { token, expiresAt } = links.create(refIn(cx, id), { companyId: cx.tenant.id, demandId, until })
      return { path: `/p/${token}`, expiresAt: instant(expiresAt) }
    },

    /** Opens a link. Returns the key for further requests, and the connection whose screens are notified. */
    open(token: string, browser: string | null): { key: string; ref: ConnectionRef } {
      const opened = links.open(token, browser) ?? fail(passkeyErrors.ERR_PASSKEY_LINK)
      return { key: opened.key, ref: opened.link.ref }
    },

    /** The company of an opened link. */
    companyOf: (key: string): string | undefined => links.byKey(key)?.ref.tenantUuid,

    linkState(key: string): LinkState {
      const link = linkOf(key)
      const { tenantUuid, connectionId } = link.ref
      const connection = findConnection(cxOf(tenantUuid).db, connectionId)
      const demand = sharedDemand(link)
      const isLinked = connection !== undefined && ['PAIRING', 'CONNECTED'].includes(connection.status)
      return {
        stage: demand?.stage ?? (isLinked ? 'linked' : 'over'),
        name: connection?.name ?? '',
        company: companyNameOf(tenantUuid),
        options: demand?.options ?? null,
        expiresAt: instantOrNull(demand?.expiresAt ?? null),
        code: demand?.code ?? null,
        reason: demand ? (demand.wasRefused ? 'refused' : null) : (connection?.reason ?? null),
      }
    },

    answerByLink: (key: string, credential: PasskeyCredential) => answer(requireByLink(key), credential),
    compareByLink: (key: string, same: boolean) => compare(requireByLink(key), same),
  }
}

function answer(demand: PasskeyDemand, credential: PasskeyCredential): void {
  const fault = demand.answer(credential)
  if (fault) fail(FAULTS[fault])
}
const FAULTS = {
  notAwaited: passkeyErrors.ERR_PASSKEY_NOT_AWAITED,
  other: passkeyErrors.ERR_PASSKEY_OTHER_REQUEST,
  elsewhere: passkeyErrors.ERR_PASSKEY_OTHER_PAGE,
  unreadable: passkeyErrors.ERR_PASSKEY_UNREADABLE,
}

function compare(demand: PasskeyDemand, isSame: boolean): void {
  if (!demand.compare(isSame)) fail(passkeyErrors.ERR_PASSKEY_NO_CODE)
}

const shownLink = ({ createdAt, openedAt, openedBy }: SharedLink): PasskeyState['link'] => ({
  createdAt: instant(createdAt),
  openedAt: instantOrNull(openedAt),
  openedBy,
})

export const passkeys = defineService('passkeys', { create: createPasskeys })
