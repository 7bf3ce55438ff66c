/** Reports of the messenger's test double to our server, with defaults for what a test leaves out. */
import {
  type Address,
  type Call,
  type ChannelListener,
  CLOSED_SESSION,
  type ConnectionRef,
  type GroupNews,
  type Incoming,
  type MessageAction,
  type NewChats,
  type Receipt,
  type SessionNews,
} from '../../src/channels/channel'

export type ActOptions = Pick<MessageAction, 'chat'> &
  Partial<Pick<MessageAction, 'externalId' | 'fromMe' | 'at' | 'isGroup' | 'author'>>
type Deed = { readonly target: string } & (
  | ({ readonly do: 'edit' } & Pick<Incoming, 'body' | 'mentions'>)
  | { readonly do: 'revoke'; readonly byAdmin: boolean }
  | { readonly do: 'react'; readonly emoji: string | null }
  | { readonly do: 'vote'; readonly options: readonly string[] }
  | { readonly do: 'sealed'; readonly sealed: string }
  | { readonly do: 'expire'; readonly seconds: number }
)
/** `chatOf` finds the chat of a sent message by id. */
export function createReports(
  listener: ChannelListener,
  now: () => number,
  chatOf: (externalId?: string) => readonly Address[],
) {
  let lastId = 0

  return {
    /** Reports a connection's status. */
    report: (ref: ConnectionRef, news: Partial<SessionNews>) => listener.session(ref, { ...CLOSED_SESSION, ...news }),

    /** Delivers a message as the network does. */
    deliver: (ref: ConnectionRef, ...incoming: readonly Incoming[]) => listener.incoming(ref, incoming),
    action: (ref: ConnectionRef, ...actions: readonly MessageAction[]) => listener.actions(ref, actions),
    /** Reports backfilled messages. */
    backfill: listener.backfill,
    receipt: (ref: ConnectionRef, externalIds: readonly string[], ack: 2 | 3 | 4 | 5, chat = chatOf(externalIds[0])) =>
      listener.receipts(ref, [{ externalIds, chat, ack, participant: null }]),
    ring: (ref: ConnectionRef, call: Partial<Call> & Pick<Call, 'chat' | 'externalId'>) =>
      listener.call(ref, {
        isGroup: false,
        isVideo: false,
        step: 'offered',
        at: now(),
        caller: 'somebody',
        ...call,
      }),
    newChats: (ref: ConnectionRef, news: NewChats) => listener.newChats(ref, news),
    /** Reports a late refusal. */
    repeatRefused: (ref: ConnectionRef, externalId: string) => listener.repeatRefused(ref, externalId),
    typing: (ref: ConnectionRef, chat: readonly Address[], state: 'composing' | 'recording' | 'paused') =>
      listener.presence(ref, chat, state),
    pictureChanged: (ref: ConnectionRef, address: Address) => listener.pictureChanged(ref, address),
    blocked: (ref: ConnectionRef, address: Address, isBlocked: boolean) => listener.blocked(ref, address, isBlocked),
    groups: (ref: ConnectionRef, ...news: readonly GroupNews[]) => listener.groups(ref, news),
    groupReceipt: (
      ref: ConnectionRef,
      externalId: string,
      receipt: Pick<Receipt, 'ack' | 'participant'> & Partial<Pick<Receipt, 'chat' | 'at'>>,
    ) => listener.receipts(ref, [{ externalIds: [externalId], chat: chatOf(externalId), ...receipt }]),
    sameContact: (ref: ConnectionRef, ...addresses: readonly Address[]) => listener.sameContact(ref, addresses),
    actionOf: (deed: Deed, wanted: ActOptions): MessageAction => ({
      externalId: `WA${++lastId}`,
      fromMe: false,
      isGroup: false,
      author: null,
      at: now(),
      ...wanted,
      ...deed,
    }),
    incoming: (wanted: Partial<Incoming> & Pick<Incoming, 'chat'>): Incoming => ({
      externalId: `WA${++lastId}`,
      fromMe: false,
      isGroup: false,
      author: null,
      pushName: null,
      kind: 'chat',
      body: '',
      media: null,
      quotedExternalId: null,
      quotedBody: null,
      sentAt: now(),
      ...wanted,
    }),
  }
}
