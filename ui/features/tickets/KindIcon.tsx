import { CircleHelp, ContactRound, FileText, Image, MapPin, Mic, Music, Sticker, StickyNote, Video } from 'lucide-react'
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
  question: CircleHelp,
}

/** What kind of message it is. */
export function KindIcon({ icon, className }: { icon: PreviewIcon; className?: string | undefined }) {
  const Icon = icons[icon]
  return <Icon className={className} />
}
