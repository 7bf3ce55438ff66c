/** The ad or post that led a contact to write. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import { oneLine } from '../../../platform/text'
import type { MessageExtra } from '../../contract'
import { webAddressOf } from '../../web-address'
import { thumbnailOf } from '../media/thumbnail'

/** Entry points are also searches and links: `global_search_new_chat`, `click_to_chat_link`. */
const AD_ENTRY = /(^|_)(ctwa|ads?)(_|$)/i

/**
 * Newer ads come without a word about themselves, only with opaque data beside the text. Bots also dress links as ads; only
 * WhatsApp sets an id of the click or the source.
 */
export function referralIn(context: proto.IContextInfo | null): MessageExtra {
  if (!context || answersPost(context)) return {}
  const { externalAdReply: ad, entryPointConversionSource: entry, conversionSource } = context
  const isAd = Boolean(
    ad && (ad.ctwaClid || ad.sourceId || ad.showAdAttribution || /^(ad|post)$/i.test(ad.sourceType ?? '')),
  )
  const isEntry =
    Boolean(context.ctwaPayload?.length || context.ctwaSignals) ||
    AD_ENTRY.test(entry ?? '') ||
    AD_ENTRY.test(conversionSource ?? '')
  if (!isAd && !isEntry) return {}
  const shown = isAd ? ad : null
  return {
    referral: {
      kind: 'ad',
      title: oneLine(shown?.title ?? '', 300),
      text: oneLine(shown?.body ?? '', 1000),
      url: webAddressOf(shown?.sourceUrl),
      sourceId: oneLine(shown?.sourceId ?? '', 100) || null,
      clickId: oneLine(shown?.ctwaClid ?? '', 300) || null,
      app: appIn(shown?.sourceApp || context.entryPointConversionApp || conversionSource),
      thumbnail: thumbnailOf(shown?.thumbnail),
    },
  }
}

/** An answer to a status post repeats the ad that once began the conversation; the post led to it. */
const answersPost = ({ remoteJid, entryPointConversionSource }: proto.IContextInfo): boolean =>
  remoteJid === 'status@broadcast' || entryPointConversionSource === 'status'

/** `FB_Ads` and `facebook` are the same. */
function appIn(said: string | null | undefined): string | null {
  const word = /^[a-z]{2,20}/i.exec(said ?? '')?.[0].toLowerCase()
  return word === undefined || word === 'whatsapp' ? null : (shortened[word] ?? word)
}
const shortened: Readonly<Record<string, string>> = { fb: 'facebook', ig: 'instagram' }
