import { Info, TriangleAlert } from 'lucide-react'
import type { ChannelKind } from '../../../src/channels/contract'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { lackText } from './lacks'
import { fileLacks, textPieces, type WrittenFile } from './rules/overChannels'

type Props = {
  /** Those over which the message may go. */
  channels: readonly ChannelKind[]
  file: WrittenFile | null
  text: string
}

/** Says, while a message for later is written, which channels do not take its file, and which split its text. */
export function ChannelNotes({ channels, file, text }: Props) {
  const t = useText()
  const lacks = fileLacks(channels, file)
  const pieces = textPieces(channels, text)
  return (
    <>
      {lacks.map((lack) => (
        <Note key={lack.channel} icon={<TriangleAlert />} role="status">
          {lackText(t, lack)}
        </Note>
      ))}
      {pieces.map(({ channel, count }) => (
        <Note key={channel} tone="info" icon={<Info />} role="status">
          {t('channels.piecesOn', { channel: t(`common.channel.${channel}`), count })}
        </Note>
      ))}
    </>
  )
}
