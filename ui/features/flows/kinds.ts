/** What the editor shows of each kind of node: colour, icon, group in the kit. */
import {
  CircleStop,
  Clock,
  CornerUpRight,
  Headset,
  ListOrdered,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessageSquareText,
  PencilLine,
  Play,
  Shuffle,
  Sparkles,
  Split,
  Tag,
  Timer,
  Webhook,
} from 'lucide-react'
import type { NodeKind } from '../../../src/features/flows/format/contract'

type Kind = { readonly color: string; readonly icon: LucideIcon }

export const kinds: Readonly<Record<NodeKind, Kind>> = {
  start: { color: '#16a34a', icon: Play },
  say: { color: '#2563eb', icon: MessageSquareText },
  ask: { color: '#7c3aed', icon: MessageCircleQuestionMark },
  menu: { color: '#0891b2', icon: ListOrdered },
  if: { color: '#ca8a04', icon: Split },
  hours: { color: '#ca8a04', icon: Clock },
  split: { color: '#ca8a04', icon: Shuffle },
  delay: { color: '#64748b', icon: Timer },
  http: { color: '#be185d', icon: Webhook },
  ai: { color: '#9333ea', icon: Sparkles },
  goto: { color: '#0d9488', icon: CornerUpRight },
  set: { color: '#64748b', icon: PencilLine },
  tag: { color: '#16a34a', icon: Tag },
  transfer: { color: '#0d9488', icon: Headset },
  end: { color: '#64748b', icon: CircleStop },
}

export const kitGroups = [
  { id: 'speak', kinds: ['say', 'ask', 'menu'] },
  { id: 'decide', kinds: ['if', 'hours', 'split', 'delay'] },
  { id: 'act', kinds: ['ai', 'http', 'set', 'tag', 'transfer', 'goto', 'end'] },
] as const satisfies readonly { readonly id: string; readonly kinds: readonly NodeKind[] }[]
