/**
 * What makes the screens an app: its icons, drawn from the logo at build time, and a manifest in each language. The first one
 * is linked by the page; `features/push/PushStrip.tsx` links that of the person's language.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { languages } from '../src/texts/languages.ts'

const logo = readFileSync(fileURLToPath(new URL('./shared/theme/logo.svg', import.meta.url)), 'utf8')
const BLUE = '#2257d6'
/** The logo's own square has round corners; systems cut theirs out of a full one, of which they keep the middle. */
const full = (margin: number) =>
  logo
    .replace('viewBox="0 0 32 32"', `viewBox="${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}"`)
    .replace(
      /<rect width="32"[^>]*\/>/,
      `<rect x="${-margin}" y="${-margin}" width="${32 + 2 * margin}" height="${32 + 2 * margin}" fill="${BLUE}"/>`,
    )
/** White on nothing, for the status bar of Android: it shows the shape alone. */
const shape = logo.replace(/<rect width="32"[^>]*\/>/, '').replace(/<circle[^>]*\/>/g, '')

const draw = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 2304 })
    .resize(size, size, { kernel: 'cubic' })
    .png({ compressionLevel: 9 })
    .toBuffer()

const icons: Readonly<Record<string, () => Promise<Buffer>>> = {
  'app/icon-192.png': () => draw(logo, 192),
  'app/icon-512.png': () => draw(logo, 512),
  'app/icon-maskable.png': () => draw(full(5), 512),
  'app/icon-apple.png': () => draw(full(2), 180),
  'app/badge.png': () => draw(shape, 96),
}

const words = {
  'pt-BR': {
    description: 'Atendimento da empresa no WhatsApp, Messenger e Instagram.',
    waiting: 'Aguardando',
    chats: 'Chat interno',
    tasks: 'Tarefas',
  },
  en: {
    description: 'Customer service on WhatsApp, Messenger and Instagram.',
    waiting: 'Waiting',
    chats: 'Internal chat',
    tasks: 'Tasks',
  },
  es: {
    description: 'Atención al cliente por WhatsApp, Messenger e Instagram.',
    waiting: 'En espera',
    chats: 'Chat interno',
    tasks: 'Tareas',
  },
  tr: {
    description: 'WhatsApp, Messenger ve Instagram üzerinden müşteri hizmetleri.',
    waiting: 'Bekleyenler',
    chats: 'İç sohbet',
    tasks: 'Görevler',
  },
} as const

const manifestIn = (language: keyof typeof words) => {
  const { description, waiting, chats, tasks } = words[language]
  const shortcutIcons = [{ src: '/app/icon-192.png', sizes: '192x192', type: 'image/png' }]
  const shortcut = (name: string, url: string) => ({ name, url, icons: shortcutIcons })
  return {
    id: '/',
    name: 'Balcão',
    short_name: 'Balcão',
    description,
    lang: language,
    start_url: '/tickets',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f6f8',
    theme_color: '#f5f6f8',
    categories: ['business', 'productivity'],
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    icons: [
      { src: '/app/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/app/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/app/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [shortcut(waiting, '/tickets?status=pending'), shortcut(chats, '/chats'), shortcut(tasks, '/todolist')],
    share_target: {
      action: '/share/take',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
  }
}

const files: Readonly<Record<string, () => Promise<Buffer | string>>> = {
  ...icons,
  ...Object.fromEntries(
    languages.map((language) => [
      `app/manifest.${language}.webmanifest`,
      async () => JSON.stringify(manifestIn(language)),
    ]),
  ),
}

export const appFiles = (): Plugin => ({
  name: 'app-files',
  async generateBundle() {
    for (const [fileName, make] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source: await make() })
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const make = files[(request.url ?? '').slice(1)]
      if (!make) return next()
      void make().then((content) => response.end(content), next)
    })
  },
})
