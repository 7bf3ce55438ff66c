import type { ChannelKind } from '../../../../src/channels/contract'
import { isLack, messageOver } from '../../../../src/channels/lacks'
import { loadTexts, text } from '../../../shared/i18n/language'
import { toast } from '../../../shared/kit/toast'
import { lackText } from '../lacks'
import { fileKind, shortName } from '../rules/attachments'
import { channelTexts } from '../texts/channels'

/**
 * The files that the channel takes; a toast says why it does not take the others. A browser may not know a file's type:
 * the server looks into it.
 */
export function filesOver(channel: ChannelKind, files: readonly File[]): readonly File[] {
  return files.filter((file) => {
    const over = messageOver(channel, { kind: fileKind(file), file: { mimetype: file.type, size: file.size } })
    if (!isLack(over) || (over.lacks === 'fileType' && file.type === '')) return true
    void loadTexts(channelTexts).then(() => toast.warning(`${shortName(file.name)}: ${lackText(text(), over)}`))
    return false
  })
}
