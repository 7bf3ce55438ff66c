/** What a phone lets its owner do with a message. Pure. */
import type { GroupView, MessageView } from '../../../../src/simulator/contract'

export const canEdit = ({ fromMe, kind, revoked }: MessageView): boolean => fromMe && kind === 'text' && !revoked
/** The user's own, and as an admin any in the group. */
export const canRevoke = ({ fromMe, revoked }: MessageView, group: GroupView | undefined, me: string): boolean =>
  !revoked && (fromMe || isAdmin(group, me))
export const isAdmin = (group: GroupView | undefined, me: string): boolean =>
  group?.members.some(({ phone, admin }) => phone === me && admin) ?? false
/** View-once messages cannot be forwarded. */
export const canForward = ({ revoked, viewOnce, kind }: MessageView): boolean =>
  !revoked && !viewOnce && kind !== 'call' && kind !== 'unknown'
