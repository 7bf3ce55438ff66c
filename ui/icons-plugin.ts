/** Removes React keys from the icons at build time: a fixed list needs none, and they compress badly. */
import type { Plugin } from 'vite'

export const slimIcons = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\//.test(id)) return null
    return { code: code.replace(/, key: "\w+"/g, ''), map: null }
  },
})
