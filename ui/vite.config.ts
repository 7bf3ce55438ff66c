/** The screens' build: everything below ui/ becomes dist/ui, split by route; `vite dev` borrows the API of a running house. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const house = process.env.BALCAO_DEV_API ?? 'http://localhost:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('../dist/ui', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The page may only load its own files: no picture or font hides inside the CSS as data.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs, in one file: compresses better than ten, and stays cached when only our own code changed.
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
