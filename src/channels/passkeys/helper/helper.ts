/** The browser extension that asks for a passkey on WhatsApp Web, packed for the address under which it is downloaded. */
import { getOrMake } from '../../../platform/maps'
import { answerZip, type ZipFile, zipBytes } from '../../../platform/zip'
import type { Language } from '../../../texts/languages'
import background from './background.source.js' with { type: 'text' }
import { ICON } from './icon'
import manifest from './manifest.json'
import page from './page.source.js' with { type: 'text' }
import whatsapp from './whatsapp.source.js' with { type: 'text' }

const AGAIN: Readonly<Record<Language, string>> = {
  'pt-BR': 'Pedir a passkey',
  en: 'Ask for the passkey',
  es: 'Pedir la llave de acceso',
  tr: 'Geçiş anahtarını iste',
}

/** The latest helpers, by address and language: no session is needed to ask for one. */
const kept = new Map<string, Promise<Uint8Array>>()
const MOST_KEPT = 50

/** `origin`: of the page that downloads it, such as `https://balcao.example`. The helper talks to no other origin. */
export async function helperFor(origin: string, language: Language): Promise<Response> {
  const key = `${language} ${origin}`
  const packed = getOrMake(kept, key, () => zipBytes(filesFor(origin, language)))
  kept.delete(key) // the oldest comes first
  kept.set(key, packed)
  const [oldest = ''] = kept.size > MOST_KEPT ? kept.keys() : []
  kept.delete(oldest)
  return answerZip({ name: 'balcao-passkey.zip' }, new Uint8Array(await packed))
}

function filesFor(origin: string, language: Language): ZipFile[] {
  const { protocol, hostname } = new URL(origin)
  // Match patterns cannot contain ports; page.source.js compares the whole origin.
  const pattern = `${protocol}//${hostname}/*`
  const config = `globalThis.BALCAO_ORIGIN = ${JSON.stringify(origin)}
globalThis.BALCAO_PATTERN = ${JSON.stringify(pattern)}
globalThis.BALCAO_WORDS = ${JSON.stringify({ again: AGAIN[language] })}
`
  const filled = (text: string) => text.replaceAll('ORIGIN', origin).replaceAll('PATTERN', pattern)
  return [
    { name: 'manifest.json', pieces: [filled(JSON.stringify(manifest, null, 2))] },
    { name: 'config.js', pieces: [config] },
    { name: 'background.js', pieces: [config, background] },
    { name: 'page.js', pieces: [page] },
    { name: 'whatsapp.js', pieces: [whatsapp] },
    { name: 'popup.html', pieces: [popupOf(origin)] },
    { name: 'icon.png', pieces: [Buffer.from(ICON, 'base64')] },
  ]
}

/** Popup of the extension's button: shows the origin it talks to. */
const popupOf = (origin: string): string => `<!doctype html>
<meta charset="utf-8" />
<title>Balcão</title>
<style>
  body { width: 18rem; margin: 0; padding: 1rem; font: 14px/20px system-ui, sans-serif; }
  b { display: block; overflow-wrap: anywhere; }
  p { margin: 0.5rem 0 0; color: #555; }
</style>
<b>${origin}</b>
<p>pt-BR: este ajudante só fala com o endereço acima e com web.whatsapp.com.</p>
<p>en: this helper speaks only to the address above and to web.whatsapp.com.</p>
<p>es: este asistente solo habla con la dirección de arriba y con web.whatsapp.com.</p>
<p>tr: bu yardımcı yalnızca yukarıdaki adresle ve web.whatsapp.com ile konuşur.</p>
`
