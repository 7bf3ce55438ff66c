import {
  CalendarDays,
  ChartBarBig,
  CircleHelp,
  ContactRound,
  FileText,
  Image,
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
import type { PreviewIcon } from './rules/preview'

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
