/**
 * The screens' build: everything below ui/ becomes dist/ui, split by route; `vite dev` proxies the API of a running
 * server.
 */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appFiles } from './app-plugin.ts'
import { slimContracts } from './contracts-plugin.ts'
import { slimIcons } from './icons-plugin.ts'
import { splitTexts } from './texts-plugin.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
const reach = new Map<string, ReadonlySet<string>>()

/** A module with all its static imports. */
function reachOf(path: string, modules: Modules): ReadonlySet<string> {
  const known = reach.get(path)
  if (known) return known
  const all = new Set([file(path)])
  // A package's index names all of its modules.
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
 * The initial bundle, in fixed files: which module is in which file depends on no other page, so that it does not grow
 * with the number of modules. The module list, which follows, is one file too.
 */
function firstLoad(id: string, modules: Modules): string | null {
  const isIn = (...paths: string[]) => paths.some((path) => reachOf(path, modules).has(id))
  if (isIn(START, LOGIN)) return 'start'
  if (isIn(SHELL)) return 'shell'
  // Other pages may need the parts, but not the desk.
  if (isIn(DESK)) return /\/features\/(desk|messages|contacts)\//.test(id) ? 'desk' : 'shell'
  if (isIn(TICKETS)) return 'desk'
  return isIn(PAGES) ? 'modules' : null
}
/** Earlier groups take the packages that they need, later ones the rest. */
const groups = ['start', 'shell', 'desk', 'modules'].map((name, at) => ({
  name: (id: string, modules: Modules) => (firstLoad(id, modules) === name ? name : null),
  debugName: name,
  priority: 4 - at,
}))

const textsOfModules = (part: string) =>
  readdirSync(file('./features'))
    .map((feature) => `./features/${feature}/texts/${part}.ts`)
    .filter((path) => existsSync(file(path)))
    .toSorted()

/**
 * Texts of the initial bundle: for sign-in, and for shell and desk (`routes/shellTexts.ts`,
 * `ui/features/desk/module.ts`). And what modules tell the audit log and the ticket log, which fetch
 * all of it.
 */
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
    './features/notes/texts.ts',
    './features/connections/texts/state.ts',
    './shared/kit/texts/job.ts',
    './shared/form/texts/variables.ts',
    './shared/texts/words.ts',
  ],
  'audit-kinds': textsOfModules('audit'),
  'log-kinds': textsOfModules('log'),
}

const api = process.env.BALCAO_DEV_API ?? 'http://localhost:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [splitTexts(textsTogether), slimContracts(), slimIcons(), appFiles(), react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../dist/ui', import.meta.url)),
    emptyOutDir: true,
    // Maps modules to files: read by a test, and not embedded in the executable.
    manifest: true,
    target: 'es2023',
    // Minimum browsers of Tailwind; older ones would need each colour twice.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    modulePreload: {
      polyfill: false,
      // The module list is in everybody's bundle: a preload list of each page's imports would be the longest part of
      // it.
      resolveDependencies: (_, files, { hostId }) => (/\/(modules|pages)-/.test(hostId) ? [] : files),
    },
    // The content security policy allows own files only: nothing is inlined into the CSS as a data URL.
    assetsInlineLimit: 0,
    // A journey measures what a user loads; only the emojis of a language, fetched on demand, exceed 500 kB.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Our getters have no side effects: a schema that spreads another is tree-shaken like any other.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          // Libraries that every screen needs, in one chunk: compresses better, and stays cached when only our code
          // changed.
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
