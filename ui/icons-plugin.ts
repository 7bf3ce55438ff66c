/** Takes React's keys out of the icons when the screens are built: a fixed list needs none, and they do not compress. */
import type { Plugin } from 'vite'

export const slimIcons = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\//.test(id)) return null
    return { code: code.replace(/, key: "\w+"/g, ''), map: null }
  },
})
