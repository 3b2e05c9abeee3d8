"""Data of earlier versions, and the program that wrote them."""
