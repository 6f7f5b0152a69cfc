/** Says that another window or the command line works on this project, so that nothing done here would be kept. */
import { TriangleAlert } from 'lucide-react';
import { useTranslate } from '../../i18n/translate';
import { useStore } from '../../store/store';
import styles from './project.module.css';

export function ProjectNotice() {
  const t = useTranslate();
  const project = useStore((state) => state.status?.project);
  if (!project?.readOnly) return null;
  return (
    <aside className={styles.notice} role="status">
      <TriangleAlert aria-hidden size={16} />
      <p title={project.error?.message}>
        {project.error?.code === 'project-in-use' ? t('project.inUse') : project.error?.message}{' '}
        {t('project.readOnly')}
      </p>
    </aside>
  );
}
