/** Loaded before the server: a message to Meta without an answer is in doubt for seconds, not minutes. */
Bun.plugin({
  name: 'short doubt',
  setup(build) {
    build.onLoad({ filter: /src\/channels\/meta\/engine\.ts$/ }, async ({ path }) => {
      const usual = await Bun.file(path).text()
      const contents = usual.replace('const DOUBT = 2 * MINUTE', `const DOUBT = ${process.env.BALCAO_TEST_DOUBT}`)
      if (contents === usual) throw new Error('the doubt is not where it was')
      return { contents, loader: 'ts' }
    })
  },
})
