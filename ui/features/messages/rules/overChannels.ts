/** What channels make of a message that is written before it is known to whom it goes. Pure. */
import type { Lack } from '../../../../src/channels/acts'
import type { ChannelKind } from '../../../../src/channels/contract'
import { isLack, lengthOver, messageOver } from '../../../../src/channels/lacks'
import { fileKind } from './attachments'

export type WrittenFile = { readonly type: string; readonly size: number }

/** Browsers do not know every type; the server looks into the file. */
export function fileLacks(channels: readonly ChannelKind[], file: WrittenFile | null): readonly Lack[] {
  if (!file) return []
  return channels.flatMap((channel) => {
    const over = messageOver(channel, { kind: fileKind(file), file: { mimetype: file.type, size: file.size } })
    return isLack(over) && !(over.lacks === 'fileType' && file.type === '') ? [over] : []
  })
}

/** The channels on which the text goes as several messages. */
export const textPieces = (channels: readonly ChannelKind[], text: string) =>
  channels.flatMap((channel) => {
    const { length, most } = lengthOver(channel, text.trim())
    return length > most ? [{ channel, count: Math.ceil(length / most) }] : []
  })
