import {
  CalendarDays,
  ChartBarBig,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  ContactRound,
  FileText,
  Image,
  LoaderCircle,
  MapPin,
  Mic,
  Music,
  Phone,
  ShoppingBag,
  ShoppingCart,
  Sticker,
  StickyNote,
  UsersRound,
  Video,
  View,
} from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import type { PreviewIcon } from './rules/preview'
import { type Tick, tickOf } from './rules/receipts'

const icons: Record<PreviewIcon, typeof Image> = {
  image: Image,
  video: Video,
  mic: Mic,
  music: Music,
  file: FileText,
  sticker: Sticker,
  pin: MapPin,
  contact: ContactRound,
  note: StickyNote,
  poll: ChartBarBig,
  calendar: CalendarDays,
  group: UsersRound,
  product: ShoppingBag,
  order: ShoppingCart,
  once: View,
  phone: Phone,
  question: CircleHelp,
}

/** The icon of a kind of message. */
export function KindIcon({ icon, className }: { icon: PreviewIcon; className?: string | undefined }) {
  const Icon = icons[icon]
  return <Icon className={className} />
}

const ticks: Record<Tick, typeof Check> = {
  failed: CircleAlert,
  waiting: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  editing: LoaderCircle,
}

/** The delivery status of our message. */
export function Ticks({ ack }: { ack: number }) {
  const t = useText()
  const tick = tickOf(ack)
  const Icon = ticks[tick]
  const label = t(`messages.tick.${tick}`)
  return (
    <span className="tick-box" role="img" aria-label={label} title={label}>
      <Icon
        className={classes(
          'tick',
          tick === 'read' && 'tick-read',
          tick === 'failed' && 'tick-failed',
          tick === 'editing' && 'animate-spin',
        )}
      />
    </span>
  )
}
