import { useState } from 'react';
import { centerCrop, type Crop, makeAspectCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import styles from './CropDialog.module.css';

/** In pixels of the whole picture. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Props {
  /** An address of the picture. */
  picture: string;
  /** Width through height of the frame. */
  ratio: number;
  onChoose: (part: Part) => void;
  onClose: () => void;
}

/** As large as fits, in the middle. In percent. */
const middle = (ratio: number, width: number, height: number): Crop =>
  centerCrop(
    makeAspectCrop({ unit: '%', ...(width / height > ratio ? { height: 100 } : { width: 100 }) }, ratio, width, height),
    width,
    height,
  );

/** The same in whole pixels, within the picture. */
const pixelsOf = ({ x, y, width, height }: Crop, whole: { naturalWidth: number; naturalHeight: number }): Part => {
  const left = Math.min(whole.naturalWidth - 1, Math.round((x / 100) * whole.naturalWidth));
  const top = Math.min(whole.naturalHeight - 1, Math.round((y / 100) * whole.naturalHeight));
  return {
    left,
    top,
    width: Math.max(1, Math.min(whole.naturalWidth - left, Math.round((width / 100) * whole.naturalWidth))),
    height: Math.max(1, Math.min(whole.naturalHeight - top, Math.round((height / 100) * whole.naturalHeight))),
  };
};

/** Asks for the part of a picture that pages show, where their frame has another shape. */
export default function CropDialog({ picture, ratio, onChoose, onClose }: Props) {
  const [crop, setCrop] = useState<Crop>();
  const [whole, setWhole] = useState<HTMLImageElement>();
  return (
    <Dialog title="Crop picture" onClose={onClose} wide>
      <Soft>Drag the frame, or move it with the arrow keys. Pages show what is inside.</Soft>
      <ReactCrop className={styles.crop!} {...(crop && { crop })} aspect={ratio} keepSelection onChange={(_, percent) => setCrop(percent)}>
        <img
          src={picture}
          alt="What you chose"
          onLoad={({ currentTarget }) => {
            setWhole(currentTarget);
            setCrop(middle(ratio, currentTarget.naturalWidth, currentTarget.naturalHeight));
          }}
        />
      </ReactCrop>
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!crop || !whole} onClick={() => onChoose(pixelsOf(crop!, whole!))}>
          Use this part
        </Button>
      </Actions>
    </Dialog>
  );
}
