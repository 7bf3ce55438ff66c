/** Several messengers as one: each call goes to the messenger of its connection. */
import type { Channel, ConnectionRef } from './channel'

type Messengers = {
  readonly phones: Channel
  readonly meta: Channel
  /** Whether the connection is one of Meta's channels; also for one that was removed. */
  isMeta(ref: ConnectionRef): boolean
}

export function joinChannels({ phones, meta, isMeta }: Messengers): Channel {
  const of = (ref: ConnectionRef): Channel => (isMeta(ref) ? meta : phones)
  return {
    start: (ref) => of(ref).start(ref),
    pair: (ref, request) => of(ref).pair(ref, request),
    keepPairing: (ref) => of(ref).keepPairing(ref),
    passkey: (ref) => of(ref).passkey(ref),
    logout: (ref) => of(ref).logout(ref),
    async stop(ref) {
      // Without its company's database nobody knows which one it is.
      await Promise.all([phones.stop(ref), meta.stop(ref)])
    },
    async stopAll() {
      await Promise.all([phones.stopAll(), meta.stopAll()])
    },
    send: (ref, outgoing) => of(ref).send(ref, outgoing),
    sendAction: (ref, action) => of(ref).sendAction(ref, action),
    firstContact: (ref, isRefused) => of(ref).firstContact(ref, isRefused),
    markRead: (ref, chat, messages) => of(ref).markRead(ref, chat, messages),
    describeGroup: (ref, group) => of(ref).describeGroup(ref, group),
    watch: (ref, chats, opened) => of(ref).watch(ref, chats, opened),
    setTyping: (ref, chat, state) => of(ref).setTyping(ref, chat, state),
    lookUp: (ref, numbers) => of(ref).lookUp(ref, numbers),
    findUsername: (ref, query) => of(ref).findUsername(ref, query),
    phoneBook: (ref) => of(ref).phoneBook(ref),
    picture: (ref, address, path) => of(ref).picture(ref, address, path),
    block: (ref, address, isBlocked) => of(ref).block(ref, address, isBlocked),
    download: (ref, downloadKey, path) => of(ref).download(ref, downloadKey, path),
  }
}
