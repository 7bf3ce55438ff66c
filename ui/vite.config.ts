/** The screens' build: everything below ui/ becomes dist/ui, split by route; `vite dev` borrows the API of a running house. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { splitTexts } from './texts-plugin.ts'

const house = process.env.BALCAO_DEV_API ?? 'http://localhost:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [splitTexts(), react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../dist/ui', import.meta.url)),
    emptyOutDir: true,
    // Which file each module became: read by a test, and not packed.
    manifest: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Everybody loads the list of chapters: but for the desk, what a page imports would be longer there than all else of it.
      resolveDependencies: (file, files, { hostId }) =>
        /\/(chapters|pages)-/.test(hostId) && !file.includes('/TicketsPage-') ? [] : files,
    },
    // The content security policy allows own files only: nothing is inlined into the CSS as a data URL.
    assetsInlineLimit: 0,
    // What a person loads is measured by a journey; only the emojis of a language, fetched when asked for, are larger than 500 kB.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Libraries every screen needs, in one chunk: compresses better, and stays cached when only our own code changed.
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|jotai|valibot|@tanstack\/(react-router|router-core|history|store|react-store))\//,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: house, changeOrigin: false }, '/ws': { target: house.replace('http', 'ws'), ws: true } },
  },
})
