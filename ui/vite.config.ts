/** The screens' build: everything below ui/ becomes dist/ui, split by route; `vite dev` borrows the API of a running server. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimContracts } from './contracts-plugin.ts'
import { slimIcons } from './icons-plugin.ts'
import { splitTexts } from './texts-plugin.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const reach = new Map<string, ReadonlySet<string>>()

/** All that comes with a file at once. */
function reachOf(path: string, modules: Modules): ReadonlySet<string> {
  const known = reach.get(path)
  if (known) return known
  const all = new Set([file(path)])
  // A package's index names all of it.
  for (const id of all)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) all.add(imported)
  reach.set(path, all)
  return all
}

const [START, LOGIN, SHELL, DESK, TICKETS, PAGES] = [
  './main.tsx',
  './features/login/LoginPage.tsx',
  './routes/PrivateShell.tsx',
  './features/desk/TicketsPage.tsx',
  './ticketParts.ts',
  './routes/pages.ts',
]

/**
 * What people wait for before they can begin, in a file each: which module lies in which depends on no other page, so that it
 * does not grow with the number of modules. The list of modules, which follows them, is one file too.
 */
function firstLoad(id: string, modules: Modules): string | null {
  const isIn = (...paths: string[]) => paths.some((path) => reachOf(path, modules).has(id))
  if (isIn(START, LOGIN)) return 'start'
  if (isIn(SHELL)) return 'shell'
  // Other pages may need the parts, not the desk.
  if (isIn(DESK)) return /\/features\/(desk|messages|contacts)\//.test(id) ? 'desk' : 'shell'
  if (isIn(TICKETS)) return 'desk'
  return isIn(PAGES) ? 'modules' : null
}
/** The first of them takes what it needs of the packages, the next what is left. */
const groups = ['start', 'shell', 'desk', 'modules'].map((name, at) => ({
  name: (id: string, modules: Modules) => (firstLoad(id, modules) === name ? name : null),
  debugName: name,
  priority: 4 - at,
}))

/** Of what is waited for: with sign-in, and with the shell and the desk (`routes/shellTexts.ts`, `ui/features/desk/module.ts`). */
const textsTogether = {
  start: ['./shared/texts.ts', './shared/i18n/backend-texts.ts'],
  desk: [
    './features/shell/texts.ts',
    './features/shell/texts/bar.ts',
    './features/desk/texts.ts',
    './features/desk/list/texts.ts',
    './features/desk/texts/search.ts',
    './features/desk/texts/moves.ts',
    './features/contacts/texts/contact.ts',
    './features/contacts/texts/starting.ts',
    './features/messages/texts.ts',
    './features/directory/texts.ts',
    './features/distribution/texts/reasons.ts',
    './features/notes/texts.ts',
    './features/connections/texts/state.ts',
    './shared/kit/texts/job.ts',
    './shared/form/texts/variables.ts',
    './shared/texts/words.ts',
  ],
}

const api = process.env.BALCAO_DEV_API ?? 'http://localhost:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [splitTexts(textsTogether), slimContracts(), slimIcons(), react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../dist/ui', import.meta.url)),
    emptyOutDir: true,
    // Which file each module became: read by a test, and not packed.
    manifest: true,
    target: 'es2023',
    // What Tailwind asks of a browser; older ones would need each colour twice.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    modulePreload: {
      polyfill: false,
      // Everybody loads the list of modules: what each page imports would be longer there than all else of it.
      resolveDependencies: (_, files, { hostId }) => (/\/(modules|pages)-/.test(hostId) ? [] : files),
    },
    // The content security policy allows own files only: nothing is inlined into the CSS as a data URL.
    assetsInlineLimit: 0,
    // What a person loads is measured by a journey; only the emojis of a language, fetched when asked for, are larger than 500 kB.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // No getter of ours does anything else: a schema that spreads another is left out like any.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          // Libraries every screen needs, in one chunk: compresses better, and stays cached when only our own code changed.
          groups: [
            {
              name: 'base',
              priority: 5,
              test: /^\0rolldown|node_modules\/(react|react-dom|scheduler|use-sync-external-store|jotai|valibot|@tanstack\/(react-router|router-core|history|store|react-store))\//,
            },
            ...groups,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/passkey': { target: api, changeOrigin: false },
      '/ws': { target: api.replace('http', 'ws'), ws: true },
    },
  },
})
