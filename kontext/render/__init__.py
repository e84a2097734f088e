"""Answers as text, JSON and porcelain lines.

Owns every layout. Must not know how an answer was found, nor the terminal: width, colour and links come in as a
`Style`; functions return text and print nothing.
"""
