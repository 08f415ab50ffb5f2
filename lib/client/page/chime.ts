const NOTES_HZ = [659, 880];
const NOTE_S = 0.22;
const LOUDNESS = 0.12;

/** Two soft notes. A browser that does not allow sound yet stays silent. */
export function chime(): void {
  const audio = new AudioContext();
  NOTES_HZ.forEach((frequency, index) => {
    const begin = audio.currentTime + index * NOTE_S;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_S * 2);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + NOTE_S * 2);
    if (index === NOTES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
