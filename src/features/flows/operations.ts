import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getFlowsById: ['Ler o rascunho de um fluxo', 'Leer el borrador de un flujo', 'Bir akışın taslağını oku'],
    putFlowsById: ['Salvar o rascunho de um fluxo', 'Guardar el borrador de un flujo', 'Bir akışın taslağını kaydet'],
    getFlowsByIdCounts: [
      'Contar o que acontece em cada bloco de um fluxo',
      'Contar lo que pasa en cada bloque de un flujo',
      'Bir akışın her bloğunda olanları say',
    ],
    postFlowsByIdDiscard: [
      'Voltar o rascunho de um fluxo à versão publicada',
      'Devolver el borrador de un flujo a la versión publicada',
      'Bir akışın taslağını yayımlanan sürüme döndür',
    ],
    postFlowsByIdFiles: [
      'Enviar um arquivo para um fluxo',
      'Subir un archivo para un flujo',
      'Bir akış için dosya yükle',
    ],
    getFlowsByIdFilesByFileId: [
      'Baixar um arquivo de um fluxo',
      'Descargar un archivo de un flujo',
      'Bir akışın dosyasını indir',
    ],
    postFlowsByIdPublish: [
      'Publicar o rascunho de um fluxo',
      'Publicar el borrador de un flujo',
      'Bir akışın taslağını yayımla',
    ],
    postFlowsByIdSecrets: [
      'Definir ou excluir um segredo de um fluxo',
      'Definir o eliminar un secreto de un flujo',
      'Bir akışın gizli değerini belirle veya sil',
    ],
    getFlowsByIdVersions: [
      'Listar as versões publicadas de um fluxo',
      'Listar las versiones publicadas de un flujo',
      'Bir akışın yayımlanan sürümlerini listele',
    ],
    getFlowsByIdVersionsByVersion: [
      'Ler uma versão publicada de um fluxo',
      'Leer una versión publicada de un flujo',
      'Bir akışın yayımlanan bir sürümünü oku',
    ],
  },
}
