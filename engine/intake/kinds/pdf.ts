/** PDF, scanned or digital. */
import { PdfFile } from '../pdf/pdf-file';
import { openPdfSource } from '../pdf/pdf-source';
import type { IntakeKind } from './kind';

export const pdf: IntakeKind = {
  mediaTypes: ['application/pdf'],
  open: (file, context) => openPdfSource(file, context, new PdfFile(file.path, context)),
};
